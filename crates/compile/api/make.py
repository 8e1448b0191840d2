#!/usr/bin/env python3
"""Writes the lists of CUDA's host interface that raddle's device headers have: names of functions, values of constants, members of structures.

    pip install --no-deps --target cu13 nvidia-cuda-runtime nvidia-cuda-crt    # and cu12 with nvidia-cuda-runtime-cu12, and so on
    crates/compile/api/make.py cu13/nvidia/cu13/include cu12/nvidia/cuda_runtime/include ...

The folders are of CUDA's own headers, the newest first. A name that an older version has and a newer one lacks stays: sources use it. Nothing but names, types
and numbers is taken from them. Functions are declared as templates that take anything, because host code has to parse and no more.
"""

import json
import pathlib
import re
import subprocess
import sys

HEADERS = pathlib.Path(__file__).resolve().parent.parent / "headers" / "cuda" / "raddle"
CLANG = "clang-19"
WIDTH = 160
# What a source may set; qualifiers.h has them.
OWN_MACROS = {"CUDA_VERSION", "CUDART_VERSION"}


def tree(folder, newest, header):
    """clang's syntax tree of a header, as far as it has declarations of CUDA."""
    command = [CLANG, "-x", "c++", "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", f"-I{folder}", "-idirafter", newest, "-"]
    text = subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, check=True).stdout
    return json.loads(text)["inner"]


def macros(folder, newest, header):
    command = [CLANG, "-x", "c++", "-E", "-dM", "-w", f"-I{folder}", "-idirafter", newest, "-"]
    text = subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^#define (\w+) (.+)$", text, re.M)
    return {name: value for name, value in found if not name.endswith("_H__") and name not in OWN_MACROS}


def flat(nodes):
    for node in nodes:
        if node["kind"] in ("LinkageSpecDecl", "NamespaceDecl"):
            yield from flat(node.get("inner", []))
        else:
            yield node


class Interface:
    """What the versions of one header declare together."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.enums, self.structs, self.aliases, self.calls, self.macros = {}, {}, {}, {}, {}
        self.order = []

    def name(self, kind, name):
        if (kind, name) not in self.order:
            self.order.append((kind, name))

    def forget(self, seen):
        """Leaves out what another list has, and adds the names to `seen`."""
        self.order = [one for one in self.order if one not in seen]
        self.calls = {name: result for name, result in self.calls.items() if ("call", name) not in seen}
        self.macros = {name: value for name, value in self.macros.items() if ("macro", name) not in seen}
        self.structs = {name: one for name, one in self.structs.items() if ("struct", name) in self.order}
        seen.update(self.order)
        seen.update(("call", name) for name in self.calls)
        seen.update(("macro", name) for name in self.macros)

    def add(self, nodes):
        anonymous = {}
        for node in flat(nodes):
            kind, name = node["kind"], node.get("name")
            if kind in ("EnumDecl", "CXXRecordDecl") and name is None:
                anonymous[node["id"]] = node
            elif name is None or not self.wanted.match(name):
                continue
            elif kind == "EnumDecl":
                self.add_enum(name, node)
            elif kind == "CXXRecordDecl" and node.get("completeDefinition"):
                self.add_struct(name, node)
            elif kind == "TypedefDecl":
                self.add_alias(name, node, anonymous)
            elif kind == "FunctionDecl":
                # A macro adds a version to the name that sources use.
                self.calls.setdefault(re.sub(r"_v\d+$", "", name), node["type"]["qualType"].split("(")[0].strip())

    def add_enum(self, name, node):
        known = self.enums.setdefault(name, {})
        self.name("enum", name)
        value = -1
        for constant in node.get("inner", []):
            if constant["kind"] != "EnumConstantDecl":
                continue
            given = first_value(constant)
            value = value + 1 if given is None else given
            if not any(constant["name"] in other for other in self.enums.values()):
                known[constant["name"]] = value

    def add_struct(self, name, node):
        first = name not in self.structs
        known = self.structs.setdefault(name, (node.get("tagUsed", "struct"), alignment(node), {}))[2]
        for inner in node.get("inner", []):
            if inner["kind"] == "CXXRecordDecl" and inner.get("completeDefinition") and "name" in inner:
                self.add_struct(inner["name"], inner)
        self.name("struct", name)
        for member, text in members(node):
            # Versions wrap the same members in different structures without a name: those of the newest are taken.
            if first or member.isidentifier() and not any(re.search(rf"\b{member}\b", other) for other in known.values()):
                known.setdefault(member, text)

    def add_alias(self, name, node, anonymous):
        inner = node.get("inner", [{}])[0]
        owned = inner.get("ownedTagDecl") or inner.get("decl") or {}
        declared = anonymous.get(owned.get("id"))
        if declared is not None and declared["kind"] == "EnumDecl":
            self.add_enum(name, declared)
        elif declared is not None:
            self.add_struct(name, declared)
        elif name not in self.aliases:
            self.aliases[name] = node["type"]["qualType"]
            self.name("alias", name)


def first_value(node):
    """The value of a constant, if the header gives one."""
    if "value" in node and node["kind"] == "ConstantExpr":
        return int(node["value"])
    for inner in node.get("inner", []):
        if (value := first_value(inner)) is not None:
            return value
    return None


def alignment(node):
    for inner in node.get("inner", []):
        if inner["kind"] == "AlignedAttr":
            return first_value(inner)
    return None


def members(node):
    """The members of a structure in C, each with its name; members without a name come with the structure they have."""
    nested = {}
    for inner in node.get("inner", []):
        if inner["kind"] == "CXXRecordDecl" and inner.get("completeDefinition"):
            nested[inner["id"]] = inner
            last = inner
        elif inner["kind"] == "FieldDecl":
            text, name = inner["type"]["qualType"], inner.get("name", "")
            if "(unnamed" in text or "(anonymous" in text:
                body = " ".join(member + ";" for _, member in members(last))
                array = re.search(r"\[\d+\]$", text)
                text = f"{last['tagUsed']} {{ {body} }} {name}{array.group(0) if array else ''}"
                yield name or body, text.strip()
            else:
                yield name, declared(text, name)


def declared(text, name):
    """A declaration of a name by its type as clang writes it."""
    text = re.sub(r"\b(struct|enum|union) ", "", text)
    if (function := re.match(r"(.*)\(\*\)(\(.*\))$", text)) is not None:
        return f"{function.group(1)}(*{name}){function.group(2)}"
    if (array := re.match(r"(.*?)((?:\[\d+\])+)$", text)) is not None:
        return f"{array.group(1).strip()} {name}{array.group(2)}"
    return f"{text} {name}".replace("* ", "*")


def wrapped(head, words, tail, separator=" "):
    """Words in lines."""
    lines, line = [], head
    for word in words:
        if len(line) + len(word) + len(separator) > WIDTH:
            lines.append(line.rstrip())
            line = "  "
        line += word + separator
    return "\n".join([*lines, line.rstrip(separator + " ") + tail])


def by_hand():
    """The functions that the other headers declare, with the parameters that matter there."""
    files = [*HEADERS.glob("*.h"), *HEADERS.parent.glob("*.h")]
    texts = [path.read_text() for path in files if not path.name.endswith("_list.h")]
    return {name for text in texts for name in re.findall(r"\b(cu[a-zA-Z]\w*)\(", text)}


def text_of(interface, title, call):
    out = [f"/* {title} Names, values and members only; written by crates/compile/api/make.py. */", "#pragma once", ""]
    handles = set()
    for kind, name in interface.order:
        if kind == "alias":
            target = re.sub(r"\b(struct|enum|union) ", "", interface.aliases[name])
            target = re.sub(r"^uint32_t$", "unsigned int", re.sub(r"^uint64_t$", "unsigned long long", target))
            if target == name:
                continue
            if (handle := re.match(r"(?:const )?(\w+) \*$", target)) and handle.group(1) not in interface.structs | interface.aliases:
                handles.add(handle.group(1))
            out.append(f"typedef {declared(target, name)};")
        elif kind == "enum":
            words, value = [], -1
            for constant, given in interface.enums[name].items():
                words.append(f"{constant}," if given == value + 1 else f"{constant} = {given},")
                value = given
            out.append(wrapped(f"enum {name} {{ ", words, " };").replace(", };", " };"))
        else:
            tag, aligned, fields = interface.structs[name]
            head = f"{tag} alignas({aligned}) {name} {{ " if aligned else f"{tag} {name} {{ "
            out.append(wrapped(head, [field + ";" for field in fields.values()], " };"))
    forward = [f"struct {name};" for name in sorted(handles)]
    forward += [f"{tag} {name};" for name, (tag, _, _) in sorted(interface.structs.items())]
    out[3:3] = [wrapped("", forward, "")]
    numbers = sorted((name, value) for name, value in interface.macros.items() if re.match(r"^\(?-?(0x)?[0-9a-fA-F]+[uUlL]*\)?$", value))
    out += [f"#define {name} {value}" for name, value in numbers]
    if call is None:
        return "\n".join(line.rstrip() for line in out) + "\n"
    out += ["", f"#define RADDLE_CALL(name) template <class... T> {call} name(T...);"]
    known = by_hand()
    calls = [f"RADDLE_CALL({name})" for name, result in sorted(interface.calls.items()) if result == call and name not in known]
    out += [wrapped("", calls, ""), "#undef RADDLE_CALL"]
    return "\n".join(line.rstrip() for line in out) + "\n"


# Each list: its file, what it is of, the headers, the names that belong to it, and what its functions return.
LISTS = [
    ("runtime_list.h", "CUDA's Runtime API.", ["cuda_runtime_api.h"], r"cuda[A-Z]|CUuuid|CU[a-z]+_st$|CUDAlogLevel", "cudaError_t"),
    ("driver_list.h", "CUDA's Driver API.", ["cuda.h"], r"cu[A-Z]|cuuint|CU(?!uuid|DAlogLevel)[A-Za-z]|cudaError_enum$", "CUresult"),
    ("library_list.h", "Types of data in CUDA's libraries.", ["library_types.h"], r"cuda[A-Z]|libraryProp|CUDA_", None),
    ("curand_list.h", "cuRAND.", ["curand.h"], r"curand|CURAND", "curandStatus_t"),
    ("cublas_list.h", "cuBLAS.", ["cublas_v2.h", "cublasLt.h", "cublasXt.h"], r"cublas|CUBLAS", "cublasStatus_t"),
    ("cufft_list.h", "cuFFT.", ["cufft.h", "cufftXt.h"], r"cufft|CUFFT", "cufftResult"),
    ("cusparse_list.h", "cuSPARSE.", ["cusparse.h"], r"cusparse|CUSPARSE|p?(csr|bsr)\w+Info|pruneInfo", "cusparseStatus_t"),
    ("cusolver_list.h", "cuSOLVER.", ["cusolverDn.h", "cusolverSp.h", "cusolverRf.h"], r"cusolver|CUSOLVER|\w+Info(_t)?$|CUDENSE", "cusolverStatus_t"),
]


def main():
    folders = sys.argv[1:] or sys.exit(__doc__)
    seen = set()
    for file, title, headers, names, call in LISTS:
        interface = Interface(re.compile(f"^({names})"))
        for folder in folders:
            for header in headers:
                if (pathlib.Path(folder) / header).exists():
                    interface.add(tree(folder, folders[0], header))
                    for name, value in macros(folder, folders[0], header).items():
                        if interface.wanted.match(name) or name.startswith("CU_") and file == "driver_list.h":
                            interface.macros.setdefault(name, value)
        interface.forget(seen)
        (HEADERS / file).write_text(text_of(interface, title, call))


if __name__ == "__main__":
    main()
