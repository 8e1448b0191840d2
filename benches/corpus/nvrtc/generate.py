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


def main():
    out, source, flags = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    nvrtc = library()
    program = ctypes.c_void_p()
    size = ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), 0, None, None)
    status = nvrtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*[f.encode() for f in flags]))
    if status != 0:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(f"nvrtc: {source.name} {' '.join(flags)}:\n{log.value.decode()}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    out.write_bytes(text.value)


if __name__ == "__main__":
    main()
