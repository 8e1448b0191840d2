//! A report uses the words of its kernel's language, and names what the user wrote, not raddle's headers.

use crate::common::{Folder, HEADER};
use std::fs;
use std::path::Path;

/// The words of a report, without those of its options, paths and quoted code.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "-_`".contains(c);
    text.split(|c: char| !is_part(c)).any(|other| other == word)
}

/// The check's output without line breaks.
fn said(folder: &Folder, line: &str) -> String {
    let ran = folder.words(line);
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn assumptions_are_about_work_items_in_opencl() {
    let folder = Folder::new("assumptions");
    folder.file(
        "k.cl",
        "__kernel void k(__global int *out, __local int *s) {
    int t = get_local_id(0);
    s[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (s[t] == t) out[get_global_id(0)] = s[t];
}\n",
    );
    for line in [
        "check k.cl --local-size 64",
        "check k.cl --local-size *",
        "check k.cl --local-size 64 --warp-synchronous",
    ] {
        let text = said(&folder, line);
        for word in ["thread", "threads", "warp", "warps", "lane", "lanes", "block", "blocks", "CTA", "grid"]
        {
            assert!(!has_word(&text, word), "{line}: {word}\n{text}");
        }
    }
    let text = said(&folder, "check k.cl --local-size 64");
    let assumed = "no work-item waits forever at a barrier or for other work-items of its sub-group";
    assert!(text.contains(assumed), "{text}");
    let size = "there are fewer than 2^31 work-items in each dimension";
    assert!(text.contains(size), "{text}");
}

#[test]
fn reports_on_ptx_speak_of_ctas_only() {
    let folder = Folder::new("ctas");
    let body = ".shared .b32 s[64]; .reg .b64 %d<3>; .reg .b32 %r<3>;
    ld.param.u64 %d0, [a]; mov.u32 %r1, %tid.x; bar.sync 0;
    mad.wide.u32 %d1, %r1, 4, %d0; st.global.u32 [%d1], %r1; ret;";
    folder.kernel(body);
    for line in [
        "check k.ptx",
        "check k.ptx --block 64",
        "check k.ptx --block *",
        "check k.ptx --block 64 --cta 1 --grid 2",
    ] {
        let text = said(&folder, line);
        assert!(has_word(&text, "CTA"), "{line}\n{text}");
        for word in ["block", "blocks"] {
            assert!(!has_word(&text, word), "{line}: {word}\n{text}");
        }
    }
    // Reasons that are worded without knowing the language.
    let part = "@%p bar.sync 0; bar.sync 0, 32; ret;";
    folder.file("p.ptx", format!("{HEADER}.visible .entry k() {{ .reg .pred %p; {part} }}\n"));
    let text = said(&folder, "check p.ptx --block 64");
    assert!(!has_word(&text, "block") && !has_word(&text, "blocks"), "{text}");
}

/// What a copy does is raddle's own code; the user has a call.
#[test]
fn copies_are_named_by_their_call() {
    let folder = Folder::new("copies");
    folder.file(
        "k.cl",
        "__kernel void k(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
    wait_group_events(1, &copied);
}\n",
    );
    for line in [
        "check k.cl --local-size 64",
        "check k.cl --local-size 64 --explain",
        "check k.cl --local-size 64 --format json",
    ] {
        let text = said(&folder, line);
        assert!(!text.contains("__raddle") && !text.contains("copies.h"), "{line}\n{text}");
        assert!(!text.contains("the loop at"), "{line}: the source has none\n{text}");
    }
    let text = said(&folder, "check k.cl --local-size 64");
    assert!(
        text.contains("it depends on which work-item makes the copy, which OpenCL does not specify"),
        "{text}"
    );
    assert!(text.contains("help: wait for the copy with wait_group_events"), "{text}");
}

#[test]
fn fences_have_the_names_of_opencl() {
    let folder = Folder::new("fences");
    folder.file(
        "k.cl",
        "__kernel void k(__global int *p) {
    uint t = get_local_id(0);
    p[t] = t;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 63)
        p[t + 1] = t;
}\n",
    );
    let text = said(&folder, "check k.cl --local-size 64 --num-groups 1 --property race");
    assert!(text.contains("k.cl:4") || text.contains("4 | mem_fence"), "{text}");
    assert!(
        text.contains("raddle does not model what this fence orders together with the barrier"),
        "{text}"
    );
    let names = "`mem_fence`, `read_mem_fence` and `write_mem_fence` make no work-item wait for another one";
    assert!(text.contains(names), "{text}");
    let call = "`barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)` orders both memories";
    assert!(text.contains(call), "{text}");
}

/// A kernel without loops may wait forever.
#[test]
fn that_there_are_no_loops_is_noted_with_a_proof_only() {
    let folder = Folder::new("loops");
    folder.file(
        "k.cu",
        "__global__ void k(int *o) { if (threadIdx.x) __syncthreads(); o[threadIdx.x] = 1; }\n",
    );
    let text = said(&folder, "check k.cu --block 64");
    assert!(text.contains("termination unknown"), "{text}");
    assert!(!text.contains("no loops"), "{text}");
    folder.file("k.cu", "__global__ void k(int *o) { __syncthreads(); o[threadIdx.x] = 1; }\n");
    let text = said(&folder, "check k.cu --block 64");
    assert!(text.contains("note: the kernel has no loops"), "{text}");
}

/// Lanes at a shuffle and lanes at another wait do not meet, and none of them has ended.
#[test]
fn lanes_that_wait_elsewhere_have_not_ended() {
    let folder = Folder::new("elsewhere");
    folder.file(
        "k.cu",
        "__global__ void k(int *out) {
    int t = threadIdx.x;
    if (t > 0)
        out[t] = __shfl_sync(0xffffffffu, t, 1);
    __syncwarp();
}\n",
    );
    let text = said(&folder, "check k.cu --block 32");
    assert!(text.contains("deadlock refuted"), "{text}");
    assert!(!text.contains("ended") && !text.contains("ends here"), "{text}");
    assert!(text.contains("thread 0 waits at k.cu:5 for threads 1-31, which wait at k.cu:4"), "{text}");
    // No lane waits for those that have ended.
    let ended = |wait: &str| {
        format!(
            "__global__ void k(int *out) {{ int t = threadIdx.x;\n if (t == 0) return;\n {wait}; out[t] = 1; }}\n"
        )
    };
    folder.file("k.cu", ended("__syncwarp()"));
    let text = said(&folder, "check k.cu --block 32");
    assert!(text.contains("deadlock proved"), "{text}");
    // At the block's barrier these are the missing ones.
    folder.file("k.cu", ended("__syncthreads()"));
    let text = said(&folder, "check k.cu --block 32");
    assert!(text.contains("for threads that have ended"), "{text}");
    assert!(text.contains("thread 0 leaves here, and ends without reaching it"), "{text}");
}

/// The first note says what is missing: a barrier for both, not an arrival that comes after the access.
#[test]
fn the_cause_of_a_race_comes_first() {
    let folder = Folder::new("cause");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/examples/dma_warp_broken.cu");
    folder.file("k.cu", fs::read(path).expect("the example"));
    let text = said(&folder, "check k.cu --block 96 --property race");
    let first = text.split(" = note: ").nth(1).expect("a note");
    assert!(
        first.starts_with(
            "thread 63 takes no part in barrier 2 (k.cu:25), at which thread 64 waits before its access"
        ),
        "{text}"
    );
    assert!(!text.contains("only arrives"), "{text}");
}
