//! Blocks that cannot be launched: an error that says why, and `--beyond-limits`.

use crate::common::{Folder, HEADER};

const PLAIN: &str = "__global__ void k(int *out) { out[threadIdx.x] = 1; }\n";

/// What it says in one line.
fn text(folder: &Folder, line: &str, code: i32) -> String {
    let ran = folder.words(line);
    assert_eq!(ran.code, Some(code), "raddle {line}\n{}{}", ran.out, ran.err);
    ran.one_line()
}

#[test]
fn gpus_limit_the_block() {
    let folder = Folder::new("gpus");
    folder.file("k.cu", PLAIN);
    folder.file("k.ptx", format!("{HEADER}.visible .entry k() {{ ret; }}\n"));
    folder.file("k.cl", "kernel void k(global int *out) { out[get_local_id(0)] = 1; }\n");
    for (line, says) in [
        (
            "k.cu --block 2048",
            "a block of size 2048 cannot be launched: GPUs allow at most 1024 threads, and at most 64 in z",
        ),
        ("k.cu --block 32,33", "a block of size 32,33 cannot be launched"),
        ("k.cu --block 1,1,65", "at most 64 in z"),
        ("k.cu --block 2048 --property termination", "cannot be launched"),
        ("k.cu --block 2048,*", "no free size of the block 2048,* is allowed"),
        ("k.ptx --block 1025", "a CTA of size 1025 cannot be launched"),
        ("k.ptx --block 4294967295,4294967295", "cannot be launched"),
    ] {
        let said = text(&folder, &format!("check {line}"), 3);
        assert!(said.contains(says) && said.contains("[input/launch]"), "{line}: {said}");
        assert!(
            line.contains('*') || said.contains("--beyond-limits to check this one anyway"),
            "{line}: {said}"
        );
    }
    text(&folder, "run k.cu --block 2048 --buffer out=2048", 3);
    text(&folder, "run k.cu --block 2048 --buffer out=2048 --beyond-limits", 0);
    let said = text(&folder, "check k.cu --block 2048 --grid 1 --property race --beyond-limits", 0);
    assert!(said.contains("a block of size 2048 is launched, although GPUs allow at most 1024 threads, and at most 64 in z (block-size)"), "{said}");
    for line in ["k.cu --block 1024", "k.ptx --block 4,4,64", "k.cl --local-size 2048", "k.cl --block 1,1,65"]
    {
        text(&folder, &format!("check {line} --grid 1 --property race"), 0);
    }
}

#[test]
fn a_kernel_limits_its_block() {
    let folder = Folder::new("kernel");
    folder.file("k.cu", PLAIN.replace("void k", "void __launch_bounds__(96) k"));
    let entry = |directive: &str| format!("{HEADER}.visible .entry k() {directive} {{ ret; }}\n");
    folder.file("most.ptx", entry(".maxntid 16, 4"));
    folder.file("exact.ptx", entry(".reqntid 16, 4"));
    folder.file("large.ptx", entry(".reqntid 2048"));
    folder.file(
        "k.cl",
        "__attribute__((reqd_work_group_size(8, 2, 1))) kernel void k(global int *out) { out[0] = 1; }\n",
    );
    for (line, says) in [
        (
            "k.cu --block 97",
            "a block of size 97 cannot be launched: the kernel allows at most 96 threads (`__launch_bounds__`)",
        ),
        ("most.ptx --block 65", "the kernel allows at most 64 threads (`.maxntid`)"),
        ("most.ptx --block 1,1,128", "the kernel allows at most 64 threads (`.maxntid`)"),
        ("exact.ptx --block 64", "the kernel requires 16,4 (`.reqntid`)"),
        (
            "exact.ptx --block 4,*",
            "a CTA of size 4,4 cannot be launched: the kernel requires 16,4 (`.reqntid`)",
        ),
        (
            "k.cl --local-size 16",
            "a work-group of size 16 cannot be launched: the kernel requires 8,2 (`reqd_work_group_size`)",
        ),
        ("large.ptx", "a CTA of size 2048 cannot be launched: GPUs allow at most 1024 threads"),
    ] {
        let said = text(&folder, &format!("check {line}"), 3);
        assert!(said.contains(says) && said.contains("[input/launch]"), "{line}: {said}");
    }
    for line in [
        "k.cu --block 96",
        "most.ptx --block 64",
        "most.ptx --block 1,1,64",
        "most.ptx --block *,*",
        "exact.ptx",
        "exact.ptx --block *,4",
    ] {
        text(&folder, &format!("check {line} --grid 1 --property race"), 0);
    }
    for line in ["k.cu --block 97", "exact.ptx --block 64"] {
        let said = text(&folder, &format!("check {line} --grid 1 --property race --beyond-limits"), 0);
        assert!(said.contains("(demanded-size)"), "{line}: {said}");
    }
}

#[test]
fn a_launch_of_the_host_code_that_is_impossible_is_named_by_its_line() {
    let folder = Folder::new("host");
    folder.file("k.cu", format!("{PLAIN}int main() {{\n  k<<<1, 2048>>>(0);\n  k<<<1, 64>>>(0);\n}}\n"));
    let said = text(&folder, "check k.cu --property race", 3);
    assert!(said.contains("a block of size 2048 cannot be launched"), "{said}");
    assert!(said.contains("the block and the grid are those of the launch at k.cu:3"), "{said}");
    assert!(said.contains("block size 64, grid 1"), "the other launch is checked: {said}");
}

/// A witness of such a block replays.
#[test]
fn a_witness_beyond_the_limits_replays() {
    let folder = Folder::new("witness");
    folder.file(
        "k.cu",
        "__global__ void __launch_bounds__(64) k(int *out) { out[threadIdx.x & 63] = threadIdx.x; }\n",
    );
    text(&folder, "check k.cu --block 128 --grid 1 --property race --beyond-limits --witnesses w", 1);
    let path = std::fs::read_dir(folder.0.join("w"))
        .expect("a folder")
        .next()
        .expect("a witness")
        .expect("a file")
        .path();
    let ran = folder.raddle(["replay", &path.display().to_string()]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}
