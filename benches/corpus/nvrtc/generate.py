"""Compiles CUDA C++ to PTX with NVRTC 11.8, whose targets reach back to compute capability 3.5.

usage: generate.py OUT SOURCE FLAG...   (OUT is the PTX file to write)

The library is loaded from the wheel `nvidia-cuda-nvrtc-cu11` of the environment that this runs in.
"""

import ctypes
import pathlib
import site
import sys


def library():
    for root in site.getsitepackages():
        for found in sorted(pathlib.Path(root).glob("nvidia/cuda_nvrtc/lib/libnvrtc.so*")):
            return ctypes.CDLL(str(found))
    sys.exit("nvrtc: the wheel nvidia-cuda-nvrtc-cu11 is not installed in this environment")


def compile_ptx(source, flags, headers=None):
    """PTX of a CUDA source; `headers` are texts that it includes, by name."""
    nvrtc = library()
    strings = lambda texts: (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])
    headers = headers or {}
    program = ctypes.c_void_p()
    size = ctypes.c_size_t()
    status = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), len(headers),
                                      strings(headers.values()), strings(headers.keys()))
    status = status or nvrtc.nvrtcCompileProgram(program, len(flags), strings(flags))
    if status != 0:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(f"nvrtc: {source.name} {' '.join(flags)}:\n{log.value.decode()[:4000]}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return text.value


def main():
    out, source, flags = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    out.write_bytes(compile_ptx(source, flags))


if __name__ == "__main__":
    main()
