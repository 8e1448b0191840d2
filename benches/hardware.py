#!/usr/bin/env python3
"""Does the reference machine compute what a GPU computes?

    benches/hardware.py prepare FOLDER --raddle BINARY [--ptxas PTXAS] [--count N] [--seed S] [--jobs N] [--only TEXT]
    benches/hardware.py run FOLDER
    benches/hardware.py show FOLDER NAME

`prepare` needs no GPU. It writes a small PTX kernel for each form of instruction below: every thread loads its operands, executes the instruction, and stores the result. Operands are
the ends of ranges, special values of floats, and random bits, the same for the same seed. `raddle run` says what the machine computes; forms that ptxas or raddle reject are listed.
`run` needs a GPU and CuPy, but neither raddle nor a compiler: it executes the kernels, compares bit for bit, and prints a summary as Markdown. Left out are results that PTX leaves open:
quotients by zero, and approximations, of which the largest distance is printed. `show` prints a kernel.
"""

import argparse
import concurrent.futures
import gzip
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

BLOCK = 128

# ---------------------------------------------------------------------------------------------------------------------
# Forms of instructions. Alternatives in braces stand for all combinations; a name before `=` is the same alternative wherever `{name}` stands again. After the instruction come the types of
# its result and its operands. `%d` is the result, `%a` to `%c` are operands, `%l` the number of the lane.

INT = "{t=u16,s16,u32,s32,u64,s64}"
INT32 = "{t=u32,s32}"
ROUND = "{r=.rn,.rz,.rm,.rp}"
HALF = "{t=f16,f16x2,bf16,bf16x2}"
COMPARE = {
    "s": "eq ne lt le gt ge",
    "u": "eq ne lt le gt ge lo ls hi hs",
    "b": "eq ne",
    "f": "eq ne lt le gt ge equ neu ltu leu gtu geu num nan",
}

FORMS = f"""
add.{INT} %d, %a, %b; | {{t}} {{t}} {{t}}
sub.{INT} %d, %a, %b; | {{t}} {{t}} {{t}}
add.sat.s32 %d, %a, %b; | s32 s32 s32
sub.sat.s32 %d, %a, %b; | s32 s32 s32
add.{{t=u16x2,s16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=min,max}}.{{t=u16x2,s16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=min,max}}.relu.{{t=s16x2,s32}} %d, %a, %b; | {{t}} {{t}} {{t}}
mul.{{h=lo,hi}}.{INT} %d, %a, %b; | {{t}} {{t}} {{t}}
mad.{{h=lo,hi}}.{INT} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
mul.wide.{{t=u16,s16}} %d, %a, %b; | u32 {{t}} {{t}}
mul.wide.{{t=u32,s32}} %d, %a, %b; | u64 {{t}} {{t}}
mad.wide.{{t=u16,s16}} %d, %a, %b, %c; | u32 {{t}} {{t}} u32
mad.wide.{{t=u32,s32}} %d, %a, %b, %c; | u64 {{t}} {{t}} u64
mad.hi.sat.s32 %d, %a, %b, %c; | s32 s32 s32 s32
{{o=div,rem}}.{INT} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=abs,neg}}.{{t=s16,s32,s64}} %d, %a; | {{t}} {{t}}
{{o=min,max}}.{INT} %d, %a, %b; | {{t}} {{t}} {{t}}
mul24.{{h=lo,hi}}.{INT32} %d, %a, %b; | {{t}} {{t}} {{t}}
mad24.{{h=lo,hi}}.{INT32} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
mad24.hi.sat.s32 %d, %a, %b, %c; | s32 s32 s32 s32
sad.{INT} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
popc.{{t=b32,b64}} %d, %a; | u32 {{t}}
clz.{{t=b32,b64}} %d, %a; | u32 {{t}}
bfind{{s=,.shiftamt}}.{{t=u32,s32,u64,s64}} %d, %a; | u32 {{t}}
brev.{{t=b32,b64}} %d, %a; | {{t}} {{t}}
bfe.{{t=u32,s32,u64,s64}} %d, %a, %b, %c; | {{t}} {{t}} u32 u32
bfi.{{t=b32,b64}} %d, %a, %b, %c, 7; | {{t}} {{t}} {{t}} u32
bfi.{{t=b32,b64}} %d, %a, %b, 5, %c; | {{t}} {{t}} {{t}} u32
bfi.{{t=b32,b64}} %d, %a, 0x1234567, %b, %c; | {{t}} {{t}} u32 u32
szext.{{w=wrap,clamp}}.{INT32} %d, %a, %b; | {{t}} {{t}} u32
bmsk.{{w=wrap,clamp}}.b32 %d, %a, %b; | b32 u32 u32
dp4a.{{t=u32,s32}}.{{u=u32,s32}} %d, %a, %b, %c; | u32 {{t}} {{u}} u32
dp2a.{{h=lo,hi}}.{{t=u32,s32}}.{{u=u32,s32}} %d, %a, %b, %c; | u32 {{t}} {{u}} u32
add.cc.{{t=u32,s32,u64,s64}} %d, %a, %b; addc.{{t}} %d, %c, %d; | {{t}} {{t}} {{t}} {{t}}
sub.cc.{{t=u32,s32,u64,s64}} %d, %a, %b; subc.{{t}} %d, %c, %d; | {{t}} {{t}} {{t}} {{t}}
add.cc.{{t=u32,u64}} %d, %a, %b; addc.cc.{{t}} %d, %c, %d; addc.{{t}} %d, %d, %a; | {{t}} {{t}} {{t}} {{t}}
sub.cc.{{t=u32,u64}} %d, %a, %b; subc.cc.{{t}} %d, %c, %d; subc.{{t}} %d, %d, %a; | {{t}} {{t}} {{t}} {{t}}
mad.lo.cc.{{t=u32,s32,u64,s64}} %d, %a, %b, %c; madc.hi.{{t}} %d, %a, %b, %d; | {{t}} {{t}} {{t}} {{t}}
mad.hi.cc.{{t=u32,s32,u64,s64}} %d, %a, %b, %c; addc.{{t}} %d, %d, 0; | {{t}} {{t}} {{t}} {{t}}
{{o=and,or,xor}}.{{t=b16,b32,b64}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=not,cnot}}.{{t=b16,b32,b64}} %d, %a; | {{t}} {{t}}
{{o=shl}}.{{t=b16,b32,b64}} %d, %a, %b; | {{t}} {{t}} u32
{{o=shr}}.{{t=b16,b32,b64,u16,s16,u32,s32,u64,s64}} %d, %a, %b; | {{t}} {{t}} u32
shf.{{d=l,r}}.{{w=wrap,clamp}}.b32 %d, %a, %b, %c; | b32 b32 b32 u32
lop3.b32 %d, %a, %b, %c, {{i=0,1,0x1b,0x80,0x96,0xca,0xe8,0xfe,0x2d,255}}; | b32 b32 b32 b32
prmt.b32{{m=,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}} %d, %a, %b, %c; | b32 b32 b32 u32
setp.{{c=CMP}}.{{t=b16,u16,s16,b32,u32,s32,b64,u64,s64,f32,f64,f16,bf16}} %q, %a, %b; selp.u32 %d, 1, 0, %q; | u32 {{t}} {{t}}
setp.{{c=CMP}}.ftz.{{t=f32,f16}} %q, %a, %b; selp.u32 %d, 1, 0, %q; | u32 {{t}} {{t}}
setp.{{c=lt,ne}}.{{o=and,or,xor}}.s32 %q|%r, %a, %b, %p; selp.u32 %d, 1, 0, %q; @%r add.u32 %d, %d, 2; | u32 s32 s32
set.{{c=lt,ge,ne}}.{{d=u32,s32,f32}}.{{t=u32,s32,f32,f64}} %d, %a, %b; | {{d}} {{t}} {{t}}
selp.{{t=b16,b32,b64,f32,f64}} %d, %a, %b, %p; | {{t}} {{t}} {{t}}
slct.{{t=b16,b32,b64,f32,f64}}.{{u=s32,f32}} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{u}}
testp.{{o=finite,infinite,number,notanumber,normal,subnormal}}.{{t=f32,f64}} %q, %a; selp.u32 %d, 1, 0, %q; | u32 {{t}}
{{o=add,sub,mul}}{ROUND}{{m=,.ftz,.sat,.ftz.sat}}.f32 %d, %a, %b; | f32 f32 f32
{{o=add,sub,mul}}{ROUND}.f64 %d, %a, %b; | f64 f64 f64
fma{ROUND}{{m=,.ftz,.sat,.ftz.sat}}.f32 %d, %a, %b, %c; | f32 f32 f32 f32
fma{ROUND}.f64 %d, %a, %b, %c; | f64 f64 f64 f64
mad{ROUND}.{{t=f32,f64}} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
div{ROUND}{{m=,.ftz}}.f32 %d, %a, %b; | f32 f32 f32
div{ROUND}.f64 %d, %a, %b; | f64 f64 f64
{{o=rcp,sqrt}}{ROUND}{{m=,.ftz}}.f32 %d, %a; | f32 f32
{{o=rcp,sqrt}}{ROUND}.f64 %d, %a; | f64 f64
{{o=abs,neg}}{{m=,.ftz}}.f32 %d, %a; | f32 f32
{{o=abs,neg}}.f64 %d, %a; | f64 f64
{{o=abs,neg}}{{m=,.ftz}}.{{t=f16,f16x2}} %d, %a; | {{t}} {{t}}
{{o=abs,neg}}.{{t=bf16,bf16x2}} %d, %a; | {{t}} {{t}}
{{o=min,max}}{{m=,.ftz,.NaN,.ftz.NaN,.xorsign.abs,.NaN.xorsign.abs}}.f32 %d, %a, %b; | f32 f32 f32
{{o=min,max}}.f64 %d, %a, %b; | f64 f64 f64
{{o=min,max}}{{m=,.ftz,.NaN,.NaN.xorsign.abs}}.{{t=f16,f16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=min,max}}{{m=,.NaN,.xorsign.abs}}.{{t=bf16,bf16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
copysign.{{t=f32,f64}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=add,sub,mul}}{{r=,.rn}}{{m=,.ftz,.sat,.ftz.sat}}.{{t=f16,f16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
{{o=add,sub,mul}}{{r=,.rn}}.{{t=bf16,bf16x2}} %d, %a, %b; | {{t}} {{t}} {{t}}
fma.rn{{m=,.ftz,.sat,.ftz.sat,.relu,.ftz.relu}}.{{t=f16,f16x2}} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
fma.rn{{m=,.relu}}.{{t=bf16,bf16x2}} %d, %a, %b, %c; | {{t}} {{t}} {{t}} {{t}}
cvt{{s=,.sat}}.{{d=u8,s8,u16,s16,u32,s32,u64,s64}}.{{t=u8,s8,u16,s16,u32,s32,u64,s64}} %d, %a; | {{d}} {{t}}
cvt{ROUND}.{{d=f16,f32,f64}}.{{t=u8,s8,u16,s16,u32,s32,u64,s64}} %d, %a; | {{d}} {{t}}
cvt{ROUND}.bf16.{{t=u8,s8,u16,s16,u32,s32,u64,s64}} %d, %a; | bf16 {{t}}
cvt{{r=.rni,.rzi,.rmi,.rpi}}{{m=,.ftz,.sat}}.{{d=u8,s8,u16,s16,u32,s32,u64,s64}}.{{t=f16,f32}} %d, %a; | {{d}} {{t}}
cvt{{r=.rni,.rzi,.rmi,.rpi}}.{{d=u8,s8,u16,s16,u32,s32,u64,s64}}.{{t=f64,bf16}} %d, %a; | {{d}} {{t}}
cvt{{r=.rni,.rzi,.rmi,.rpi}}{{m=,.ftz,.sat}}.{{t=f16,f32}}.{{t}} %d, %a; | {{t}} {{t}}
cvt{{r=.rni,.rzi,.rmi,.rpi}}.{{t=f64,bf16}}.{{t}} %d, %a; | {{t}} {{t}}
cvt{{m=,.ftz,.sat}}.{{d=f32,f64}}.{{t=f16,bf16,f32}} %d, %a; | {{d}} {{t}}
cvt{ROUND}{{m=,.ftz,.sat}}.{{d=f16,f32}}.{{t=f32,f64}} %d, %a; | {{d}} {{t}}
cvt{{r=.rn,.rz}}{{m=,.relu}}.{{d=f16,bf16}}.f32 %d, %a; | {{d}} f32
cvt{{r=.rn,.rz}}{{m=,.relu}}.{{d=f16x2,bf16x2}}.f32 %d, %a, %b; | {{d}} f32 f32
cvt.pack.sat.{{t=u16,s16}}.s32 %d, %a, %b; | b32 s32 s32
cvt.pack.sat.{{t=u8,s8,u4,s4}}.s32.b32 %d, %a, %b, %c; | b32 s32 s32 b32
mov.b32 %d, {{%ha, %hb}}; | b32 b16 b16
mov.b64 %d, {{%wa, %wb}}; | b64 b32 b32
mov.b32 {{%ha, %hb}}, %a; xor.b16 %hd, %ha, %hb; mov.b32 %d, {{%hd, %ha}}; | b32 b32
mov.b64 {{%wa, %wb}}, %a; mov.b64 %d, {{%wb, %wa}}; | b64 b64
shfl.sync.{{o=idx,up,down,bfly}}.b32 %d|%q, %a, %b, {{c=0,31,0x1f1f,0x1000,0x1c03,0x180f}}, -1; @%q xor.b32 %d, %d, 0x5a5a5a5a; | b32 b32 u32
shfl.sync.{{o=idx,up,down,bfly}}.b32 %d|%q, %a, {{n=0,1,5,16,31,33}}, {{c=0,31,0x1c1f,0x1807}}, -1; @%q xor.b32 %d, %d, 0x5a5a5a5a; | b32 b32
and.b32 %w, %l, 1; setp.eq.u32 %q, %w, 0; mov.b32 %d, 0; @%q shfl.sync.bfly.b32 %d, %a, 2, 31, 0x55555555; | b32 b32
and.b32 %w, %l, 7; setp.lt.u32 %q, %w, 3; mov.b32 %d, 0; @%q vote.sync.ballot.b32 %d, %p, 0x07070707; | b32 b32
vote.sync.{{o=all,any,uni}}.pred %q, %p, -1; selp.u32 %d, 1, 0, %q; | u32 b32
vote.sync.{{o=all,any,uni}}.pred %q, !%p, -1; selp.u32 %d, 1, 0, %q; | u32 b32
setp.ge.u32 %q, %l, 0; vote.sync.{{o=all,any,uni}}.pred %q, %q, -1; selp.u32 %d, 1, 0, %q; | u32 b32
vote.sync.ballot.b32 %d, %p, -1; | b32 b32
and.b32 %w, %a, 3; match.any.sync.b32 %d, %w, -1; | b32 b32
cvt.u64.u32 %x, %l; shr.u64 %x, %x, 3; match.any.sync.b64 %d, %x, -1; | b32 b32
shr.u32 %w, %l, {{n=3,5}}; match.all.sync.b32 %d|%q, %w, -1; @%q xor.b32 %d, %d, 0x5a5a5a5a; | b32 b32
redux.sync.{{o=add,min,max}}.{INT32} %d, %a, -1; | {{t}} {{t}}
redux.sync.{{o=and,or,xor}}.b32 %d, %a, -1; | b32 b32
and.b32 %w, %l, 1; setp.eq.u32 %q, %w, 0; mov.b32 %d, 0; @%q redux.sync.{{o=add,min,max}}.{INT32} %d, %a, 0x55555555; | {{t}} {{t}}
activemask.b32 %d; | b32 b32
mov.u32 %d, {{%s=%tid.x,%ntid.x,%ctaid.x,%nctaid.x,%laneid,%lanemask_eq,%lanemask_lt,%lanemask_le,%lanemask_gt,%lanemask_ge}}; | u32 b32
st.global.{{t=b16,b32,b64}} [%o], %a; atom.global.{{o=exch}}.{{t}} %d, [%o], %b; | {{t}} {{t}} {{t}}
st.global.{{t=u32,s32,u64}} [%o], %a; atom.global.add.{{t}} %d, [%o], %b; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}}
st.global.{{t=u32,s32,u64,s64}} [%o], %a; atom.global.{{o=min,max}}.{{t}} %d, [%o], %b; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}}
st.global.{{t=b32,b64}} [%o], %a; atom.global.{{o=and,or,xor}}.{{t}} %d, [%o], %b; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}}
st.global.u32 [%o], %a; atom.global.{{o=inc,dec}}.u32 %d, [%o], %b; ld.global.u32 %d, [%o]; | u32 u32 u32
st.global.{{t=b16,b32,b64}} [%o], %a; atom.global.cas.{{t}} %d, [%o], %b, %c; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}} {{t}}
st.global.{{t=f32,f64}} [%o], %a; atom.global.add.{{t}} %d, [%o], %b; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}}
st.global.{{t=f32,f64}} [%o], %a; red.global.add.{{t}} [%o], %b; ld.global.{{t}} %d, [%o]; | {{t}} {{t}} {{t}}
st.global.b16 [%o], %a; atom.global.add.noftz.{{t=f16,bf16}} %d, [%o], %b; ld.global.b16 %d, [%o]; | {{t}} {{t}} {{t}}
st.global.b32 [%o], %a; atom.global.add.noftz.{{t=f16x2,bf16x2}} %d, [%o], %b; ld.global.b32 %d, [%o]; | {{t}} {{t}} {{t}}
st.shared.{{t=f32,f64}} [%m], %a; atom.shared.add.{{t}} %d, [%m], %b; ld.shared.{{t}} %d, [%m]; | {{t}} {{t}} {{t}}
st.shared.{{t=u32,s32,u64,s64}} [%m], %a; atom.shared.{{o=min,max}}.{{t}} %d, [%m], %b; ld.shared.{{t}} %d, [%m]; | {{t}} {{t}} {{t}}
st.shared.b64 [%m], %a; bar.sync 0; xor.b32 %w, %ms, 8; ld.shared.b64 %d, [%w]; | b64 b64
st.shared.b64 [%m], %a; bar.sync 0; ld.shared.{{t=u8,s8,u16,s16,u32,s32}} %d, [%m]; | {{t}} b64
st.shared.b64 [%m], %a; ld.shared.{{t=s8,u8}} %wa, [%m+3]; mov.b32 %d, %wa; | b32 b64
st.shared.v2.b32 [%m], {{%a, %b}}; ld.shared.b64 %d, [%m]; | b64 b32 b32
st.shared.v4.b16 [%m], {{%a, %b, %c, %a}}; ld.shared.b64 %d, [%m]; | b64 b16 b16 b16
bar.red.popc.u32 %d, 0, %p; | u32 b32
bar.red.{{o=and,or}}.pred %q, 0, %p; selp.u32 %d, 1, 0, %q; | u32 b32
@%p bra over; add.u32 %d, %a, 1; bra done; over: sub.u32 %d, %a, 1; done: | u32 u32
{{o=sin,cos,lg2,ex2,rcp,rsqrt,sqrt}}.approx{{m=,.ftz}}.f32 %d, %a; | ~f32 f32
tanh.approx.f32 %d, %a; | ~f32 f32
div.{{o=approx,full}}{{m=,.ftz}}.f32 %d, %a, %b; | ~f32 f32 f32
"""


def expand(line):
    """Each combination of the alternatives of a line."""
    found = re.search(r"\{(\w+|%\w+)=([^{}]*)\}", line)
    if not found:
        yield line
        return
    name, choices = found.groups()
    if choices == "CMP":
        kind = re.search(r"\.\{t=([^}]*)\}", line).group(1).split(",")
        for ty in kind:
            one = re.sub(r"\{t=[^}]*\}", ty, line).replace("{t}", ty)
            family = "f" if ty.startswith("bf") else ty[0]
            for compare in COMPARE[family].split():
                yield from expand(one.replace("{c=CMP}", compare))
        return
    for choice in choices.split(","):
        rest = line.replace(found.group(0), choice, 1)
        yield from expand(rest.replace("{" + name + "}", choice))


class Form:
    """An instruction, or a few, with the types of the result and the operands."""

    def __init__(self, text):
        body, types = text.rsplit("|", 1)
        self.body = body.strip()
        result, *self.operands = types.split()
        self.approximate = result.startswith("~")
        self.result = result.lstrip("~")
        self.name = re.sub(r"%[a-z]+", "", self.body)

    def ptx(self):
        """A kernel in which thread i has the i-th operands."""
        width = bits
        register = {8: "h", 16: "h", 32: "w", 64: "x"}
        names = {"%l": "%lane", "%p": "%p0", "%q": "%p1", "%r": "%p2", "%w": "%w9", "%x": "%x9", "%o": "%x20", "%m": "%w20", "%ms": "%w20", "%ha": "%h10", "%hb": "%h11",
                 "%hd": "%h12", "%wa": "%w10", "%wb": "%w11"}
        lines, bound = [], {}
        for number, (letter, ty) in enumerate(zip("abc", self.operands)):
            reg = f"%{register[width(ty)]}{number + 1}"
            bound["%" + letter] = reg
            wide = f"%x{number + 1}"
            lines.append(f"ld.global.b64 {wide}, [%x{11 + number}];")
            if width(ty) < 64:
                lines.append(f"cvt.u{max(width(ty), 16)}.u64 {reg}, {wide};")
            if f"%h{letter}" in self.body and width(ty) == 16:
                lines.append(f"mov.b16 {names['%h' + letter]}, {reg};")
            if f"%w{letter}" in self.body and width(ty) == 32:
                lines.append(f"mov.b32 {names['%w' + letter]}, {reg};")
        result = f"%{register[width(self.result)]}8"
        bound["%d"] = result
        special = r"%(?:tid|ntid|ctaid|nctaid)\.x|%lane\w+"
        body = re.sub(special + r"|%\w+", lambda m: bound.get(m.group(0), names.get(m.group(0), m.group(0))), self.body)
        body = body.replace("%lane;", "%w30;").replace("%lane,", "%w30,")
        widen = f"cvt.u64.u{max(width(self.result), 16)} %x8, {result};" if width(self.result) < 64 else ""
        loads = "\n    ".join(lines)
        return f"""// {self.body}
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 out, .param .u64 scratch)
{{
    .reg .pred %p<4>;
    .reg .b16 %h<16>;
    .reg .b32 %w<40>;
    .reg .b64 %x<40>;
    .shared .align 16 .b8 words[{BLOCK * 8}];
    mov.u32 %w31, %tid.x;
    mov.u32 %w32, %ctaid.x;
    mov.u32 %w33, %ntid.x;
    mad.lo.u32 %w34, %w32, %w33, %w31;
    mul.wide.u32 %x31, %w34, 8;
    ld.param.u64 %x11, [a];
    ld.param.u64 %x12, [b];
    ld.param.u64 %x13, [c];
    ld.param.u64 %x14, [out];
    ld.param.u64 %x20, [scratch];
    add.u64 %x11, %x11, %x31;
    add.u64 %x12, %x12, %x31;
    add.u64 %x13, %x13, %x31;
    add.u64 %x14, %x14, %x31;
    add.u64 %x20, %x20, %x31;
    mov.u32 %w20, words;
    mad.lo.u32 %w20, %w31, 8, %w20;
    mov.u32 %w30, %laneid;
    ld.global.b64 %x3, [%x13];
    and.b64 %x3, %x3, 1;
    setp.eq.u64 %p0, %x3, 1;
    {loads}
    {body}
    {widen}
    st.global.b64 [%x14], %x8;
    ret;
}}
"""


def bits(ty):
    """The width of a type."""
    return {"f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "bf16": 16}.get(ty) or int(re.sub(r"\D", "", ty))


# ---------------------------------------------------------------------------------------------------------------------
# Operands.

FLOATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def special(ty):
    """The bits of the ends of ranges, and of what else is special, of a type."""
    if ty in ("f16x2", "bf16x2"):
        return []
    if ty in FLOATS:
        exponent, fraction = FLOATS[ty]
        bias, top = (1 << (exponent - 1)) - 1, (1 << exponent) - 1
        one = bias << fraction
        some = [0, 1, 2, (1 << fraction) - 1, 1 << fraction, (1 << fraction) + 1, one, one + 1, one - 1, one | 1 << (fraction - 1), (bias + 1) << fraction, (bias - 1) << fraction,
                (bias + 1) << fraction | 1 << (fraction - 2), ((top - 1) << fraction) | ((1 << fraction) - 1), top << fraction, top << fraction | 1 << (fraction - 1), top << fraction | 1,
                top << fraction | 5 << (fraction - 3), one | 1 << (fraction - 2)]
        for power in (7, 8, 15, 16, 24, 31, 32, 53, 63, 64):
            if power <= bias:
                some += [((bias + power) << fraction) + more for more in (-1, 0, 1)]
        sign = 1 << (exponent + fraction)
        if ty == "f64":
            # The ends of narrower formats.
            some += [word + more for word in (0x3810000000000000, 0x3F10000000000000, 0x47EFFFFFE0000000, 0x40EFFC0000000000) for more in (-1 << 29, -1 << 28, -1, 0, 1, 1 << 28, 1 << 29)]
        return [word for one in some for word in (one, one | sign)]
    width = bits(ty)
    some = [0, 1, 2, 3, 5, 7, 8, 15, 16, 24, 31, 32, 33, 47, 63, 64, 65, 127, 128, 255, 256, 0x3210, 0x5410, 0x7654, 0xFEDC]
    some += [(1 << n) + more for n in (7, 8, 15, 16, 23, 24, 31, 32, 63) for more in (-1, 0, 1)]
    return [(sign * one) % (1 << width) for one in some for sign in (1, -1)]


def operand(ty, rng, before):
    """A word of 64 bits, the low ones of which are an operand."""
    width, kind = bits(ty), ty
    if ty in ("f16x2", "bf16x2", "u16x2", "s16x2"):
        half = ty[:-2]
        low, high = operand(half, rng, before & 0xFFFF if before is not None else None), operand(half, rng, before >> 16 & 0xFFFF if before is not None else None)
        word = (low & 0xFFFF) | (high & 0xFFFF) << 16
    else:
        choice = rng.random()
        if before is not None and choice < 0.1:
            word = before
        elif before is not None and choice < 0.2 and kind in FLOATS:
            # Close to the one before: digits are lost, or the result lies near a tie.
            word = before ^ rng.getrandbits(FLOATS[kind][1] // 2 + 1) ^ (rng.getrandbits(1) << (width - 1))
        elif choice < 0.7:
            word = rng.choice(special(kind))
        elif choice < 0.8 and kind in FLOATS:
            exponent, fraction = FLOATS[kind]
            bias = (1 << (exponent - 1)) - 1
            word = rng.getrandbits(1) << (width - 1) | (bias + rng.randint(-3, 3)) << fraction | rng.getrandbits(fraction)
        else:
            word = rng.getrandbits(width)
    word &= (1 << width) - 1
    # What lies above the operand must not matter.
    return word | rng.getrandbits(64 - width) << width if width < 64 else word


def operands(form, count, seed):
    """Three words for each thread."""
    rng = random.Random(f"{seed} {form.body}")
    rows = []
    if len(form.operands) > 1 and form.operands[0] == form.operands[1] and form.operands[0].removesuffix("x2") in FLOATS:
        # Products and quotients just below and above the least normal number.
        exponent, fraction = FLOATS[form.operands[0].removesuffix("x2")]
        least, one = 1 << fraction, ((1 << (exponent - 1)) - 1) << fraction
        near = range(-3, 4)
        rows = [(rng.getrandbits(1) << (exponent + fraction) | (least + m), one + n, rng.choice((0, 1, 1 << (exponent + fraction)))) for m in near for n in near]
    for _ in range(count - len(rows)):
        row, before = [], None
        for ty in (form.operands + ["b64"] * 3)[:3]:
            word = operand(ty, rng, before)
            before = word & ((1 << bits(ty)) - 1)
            row.append(word)
        rows.append(row)
    return list(zip(*rows))


def is_open(form, row):
    """Whether PTX leaves the result open."""
    if not re.match(r"(div|rem)\.[us]", form.body):
        return False
    ty = form.result
    a, b = (word & ((1 << bits(ty)) - 1) for word in row[:2])
    return b == 0 or (ty[0] == "s" and a == 1 << (bits(ty) - 1) and b == (1 << bits(ty)) - 1)


def write_npy(path, words):
    """A NumPy file of 64-bit words."""
    head = f"{{'descr': '<u8', 'fortran_order': False, 'shape': ({len(words)},), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(words)}Q", *words))


# ---------------------------------------------------------------------------------------------------------------------
# What the reference machine says.


def prepare(args):
    """Writes the kernels, their operands, and what the reference machine computes."""
    args.folder.mkdir(parents=True, exist_ok=True)
    forms = [Form(line) for text in FORMS.strip().splitlines() for line in expand(text)]
    forms = [form for form in forms if args.only in form.body]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        all_of_it = list(pool.map(lambda pair: one(args, *pair), enumerate(forms)))
    cases = [case for case, _ in all_of_it if case]
    (args.folder / "cases.json.gz").write_bytes(gzip.compress(json.dumps(cases).encode()))
    problems = [problem for _, problem in all_of_it if problem]
    for problem in problems:
        print(problem)
    rejected = sum(problem.startswith("ptxas") for problem in problems)
    print(f"{len(forms)} forms: {len(cases)} prepared, {rejected} that ptxas rejects, {len(problems) - rejected} that raddle does not run")


def one(args, number, form):
    """A case, or why there is none."""
    ptx, count = form.ptx(), args.count
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "k.ptx").write_text(ptx)
        if args.ptxas:
            made = subprocess.run([args.ptxas, "-arch=sm_90", folder / "k.ptx", "-o", folder / "k.cubin"], capture_output=True, text=True)
            if made.returncode:
                return None, f"ptxas rejects {form.body}: {made.stdout.splitlines()[:1] or made.stderr.splitlines()[:1]}"
        columns = operands(form, count, args.seed)
        for name, column in zip("abc", columns):
            write_npy(folder / f"{name}.npy", column)
        write_npy(folder / "out.npy", [0] * count)
        buffers = [f"--buffer={name}={folder}/{name}.npy" for name in ("a", "b", "c", "out")] + [f"--buffer=scratch={8 * count}"]
        ran = subprocess.run([args.raddle, "run", folder / "k.ptx", "--block", str(BLOCK), "--grid", str(count // BLOCK), "--show", str(count), *buffers], capture_output=True, text=True)
        if ran.returncode:
            return None, f"raddle does not run {form.body}: {(ran.stdout + ran.stderr).strip()[:300]}"
        words = re.search(r"^\s*out\b[^:\n]*:?(.*?)(?=^\s*scratch\b)", ran.stdout, re.M | re.S)
        if not words:
            return None, f"raddle does not show {form.body}: {ran.stdout[:300]}"
        expected = re.findall(r"(?<![\w.])-?\d+(?![\w.])|\?", words.group(1))
        return {"body": form.body, "ptx": ptx, "columns": columns, "out": expected, "result": form.result, "approximate": form.approximate,
                "open": [n for n, row in enumerate(zip(*columns)) if is_open(form, row)]}, None


# ---------------------------------------------------------------------------------------------------------------------
# What a GPU says.


def value(ty, word):
    """The number that a float's bits stand for."""
    if ty == "bf16":
        ty, word = "f32", word << 16
    return struct.unpack({"f16": "<e", "f32": "<f", "f64": "<d"}[ty], word.to_bytes(bits(ty) // 8, "little"))[0]


def parts(ty, word):
    """The numbers in a word."""
    if ty in ("f16x2", "bf16x2"):
        return [(ty[:-2], word & 0xFFFF), (ty[:-2], word >> 16 & 0xFFFF)]
    return [(ty, word)]


def is_nan(ty, word):
    """Whether a float is no number."""
    number = value(ty, word)
    return number != number


def run(args):
    """Executes the kernels on a GPU and compares."""
    import cupy
    import numpy

    cases = json.loads(gzip.decompress((args.folder / "cases.json.gz").read_bytes()))
    agree = nans = unknown = left_out = 0
    wrong, farthest, other_nans = [], {}, {}
    scratch_folder = pathlib.Path(tempfile.mkdtemp())
    for number, case in enumerate(cases):
        # CuPy knows modules by their paths.
        path = scratch_folder / f"{number}.ptx"
        path.write_text(case["ptx"])
        kernel = cupy.RawModule(path=str(path)).get_function("k")
        columns = [cupy.asarray(numpy.array(column, dtype=numpy.uint64)) for column in case["columns"]]
        count = len(case["columns"][0])
        out, scratch = cupy.zeros(count, dtype=numpy.uint64), cupy.zeros(count, dtype=numpy.uint64)
        kernel((count // BLOCK,), (BLOCK,), (*columns, out, scratch))
        cupy.cuda.runtime.deviceSynchronize()
        got, ty, mask = [int(word) for word in out.get()], case["result"], (1 << max(bits(case["result"]), 16)) - 1
        left, bad = set(case["open"]), []
        for n, expected in enumerate(case["out"]):
            if n in left:
                left_out += 1
            elif expected == "?":
                unknown += 1
            elif int(expected) & mask == got[n] & mask:
                agree += 1
            elif ty in ("f16", "bf16", "f32", "f64", "f16x2", "bf16x2"):
                pairs = [(one, x, y) for (one, x), (_, y) in zip(parts(ty, int(expected) & mask), parts(ty, got[n] & mask)) if x != y]
                if all(is_nan(one, x) and is_nan(one, y) for one, x, y in pairs):
                    nans += 1
                    other_nans.setdefault(case["body"], []).append(n)
                elif case["approximate"]:
                    x, y = value(ty, int(expected) & mask), value(ty, got[n] & mask)
                    error = abs(x - y) / max(abs(x), 1e-30)
                    farthest[case["body"]] = max(farthest.get(case["body"], 0), error)
                else:
                    bad.append(n)
            else:
                bad.append(n)
        if bad:
            wrong.append((case, bad, got))
        for n in other_nans.get(case["body"], [])[:2]:
            row = ", ".join(f"{column[n]:#x}" for column in case["columns"])
            print(f"- `{case['body']}`: {len(other_nans[case['body']])} NaNs have other bits, ({row}): machine {int(case['out'][n]) & mask:#x}, GPU {got[n] & mask:#x}")
    for case, bad, got in wrong:
        print(f"- `{case['body']}`: {len(bad)} of {len(case['out'])} differ")
        for n in bad[:4]:
            row = ", ".join(f"{column[n]:#x}" for column in case["columns"])
            mask = (1 << max(bits(case["result"]), 16)) - 1
            print(f"    ({row}): machine {int(case['out'][n]) & mask:#x}, GPU {got[n] & mask:#x}")
    print(f"\n| forms | results | the same bits | both no number, other bits | left open by PTX | unknown | different |\n| --- | --- | --- | --- | --- | --- | --- |")
    different = sum(len(bad) for _, bad, _ in wrong)
    print(f"| {len(cases)} | {sum(len(case['out']) for case in cases)} | {agree} | {nans} | {left_out} | {unknown} | {different} |")
    for body, error in sorted(farthest.items()):
        print(f"- `{body}`: relative distance up to {error:.2g}")
    return 1 if wrong else 0


def show(args):
    """Prints the kernels whose instruction has this text."""
    for case in json.loads(gzip.decompress((args.folder / "cases.json.gz").read_bytes())):
        if args.name in case["body"]:
            print(case["ptx"])
    return 0


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--raddle", default="target/release/raddle")
    command.add_argument("--ptxas", default="")
    command.add_argument("--count", type=int, default=512)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=int, default=1)
    command.add_argument("--only", default="")
    command.set_defaults(do=prepare)
    command = commands.add_parser("run")
    command.add_argument("folder", type=pathlib.Path)
    command.set_defaults(do=run)
    command = commands.add_parser("show")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("name")
    command.set_defaults(do=show)
    args = parser.parse_args()
    return args.do(args)


if __name__ == "__main__":
    sys.exit(main())
