//! Structures that are passed by value: their members as parameters.

use crate::common::Folder;

const MATRIX: &str = "\
struct Matrix { int width, stride; float *elements; };
struct One { float *only; };
struct Limits { int from; short to; };
__global__ void copy(Matrix to, const Matrix from, One factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < from.width) to.elements[i] = from.elements[i] * *factor.only;
}
__global__ void shift(Matrix all) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < all.width) all.elements[i] = all.elements[i + all.stride];
}
__global__ void between(int *out, Limits of) {
  if (threadIdx.x > of.from && threadIdx.x < of.to) out[0] = threadIdx.x;
}
";

/// What `raddle` says in one line, with this exit code.
fn said(folder: &Folder, words: &[&str], code: i32) -> String {
    let ran = folder.raddle(words);
    assert_eq!(ran.code, Some(code), "raddle {words:?}\n{}{}", ran.out, ran.err);
    ran.one_line()
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("k.cu", MATRIX);
    folder
}

#[test]
fn a_member_is_given_as_a_parameter_is() {
    let folder = folder("given");
    let shift = ["check", "k.cu", "--kernel", "shift", "--block", "64"];
    let with = |more: &[&'static str]| [&shift, more].concat();
    let found = said(&folder, &shift, 1);
    assert!(found.contains("data race on `all.elements["), "{found}");
    assert!(found.contains("this is for `all.width` = "), "{found}");
    assert!(
        said(&folder, &with(&["--arg", "all.stride=0"]), 0)
            .contains("for all.stride = 0 (other inputs arbitrary)")
    );
    let outside = said(
        &folder,
        &with(&["--arg", "all.stride=1", "--arg", "all.width=64", "--buffer", "all.elements=64"]),
        1,
    );
    assert!(outside.contains("`all.elements`") && outside.contains("64 elements"), "{outside}");
    said(&folder, &with(&["--require", "all.stride >= 64 && all.width <= 64", "--grid", "1"]), 0);
}

#[test]
fn whoever_names_the_whole_is_told_the_members() {
    let folder = folder("whole");
    for key in ["to", "0"] {
        let argument = format!("{key}=5");
        let words = ["check", "k.cu", "--kernel", "copy", "--block", "64", "--arg", &argument];
        let error = said(&folder, &words, 3);
        assert!(error.contains(&format!("parameter `{key}` of `copy` is a structure")), "{error}");
        assert!(error.contains("name one of its members: to.width, to.stride, to.elements"), "{error}");
    }
    // All its bytes give all its members.
    let whole = ["check", "k.cu", "--kernel", "between", "--block", "64", "--grid", "1", "--arg"];
    for argument in ["of=0300000005000000", "1=0300000005000000"] {
        let proved = said(&folder, &[&whole[..], &[argument]].concat(), 0);
        assert!(proved.contains("for of = 0300000005000000 (other inputs arbitrary)"), "{proved}");
    }
    said(&folder, &[&whole[..], &["of=0300000006000000", "--witnesses", "found"]].concat(), 1);
    let found = std::fs::read_dir(folder.0.join("found")).expect("a folder").next().expect("a witness");
    let found = found.expect("a file").path();
    let replayed = said(&folder, &["replay", found.to_str().expect("a path")], 1);
    assert!(replayed.contains("of = 0300000006000000"), "{replayed}");
    let words = ["check", "k.cu", "--kernel", "copy", "--block", "64", "--arg", "width=5"];
    assert!(said(&folder, &words, 3).contains("its parameters are 0 `to`, 1 `from`, 2 `factor`"));
    // A structure with one member stands for it.
    for key in ["factor=1", "2=1", "factor.only=1"] {
        said(&folder, &["check", "k.cu", "--kernel", "copy", "--block", "64", "--buffer", key], 0);
    }
}

#[test]
fn a_name_that_two_members_have_means_neither() {
    let folder = Folder::new("hidden");
    let source = "\
struct Base { int n; float *p; };
struct Derived : Base { int n; float *p; };
__global__ void k(Derived s) {
  if (s.n == 7 && s.Base::n == 9) s.p[threadIdx.x & 1] = threadIdx.x;
}
";
    folder.file("k.cu", source);
    let check = ["check", "k.cu", "--block", "64", "--grid", "1", "--property", "race"];
    let with = |more: &[&'static str]| [&check, more].concat();
    assert!(said(&folder, &check, 1).contains("this is for `s.n@0` = 9"));
    assert!(said(&folder, &with(&["--arg", "s.n=7"]), 3).contains("has no parameter `s.n`"));
    said(&folder, &with(&["--arg", "s.n@16=7"]), 1);
    said(&folder, &with(&["--arg", "s.n@16=8"]), 0);
    assert!(said(&folder, &with(&["--require", "s.n == 7"]), 3).contains("s.n"));
}

#[test]
fn what_is_no_member_is_given_with_the_whole() {
    let folder = Folder::new("bits");
    let source = "\
struct Bits { union { short half; int all; }; unsigned low : 3, high : 29; int n; };
__global__ void k(Bits s, float *p) {
  if (s.all == 0x30005 && s.low == 3) p[threadIdx.x & 1] = threadIdx.x;
}
";
    folder.file("k.cu", source);
    let check = ["check", "k.cu", "--block", "64", "--grid", "1", "--property", "race", "--arg"];
    said(&folder, &[&check[..], &["s=050003000300000000000000"]].concat(), 1);
    said(&folder, &[&check[..], &["s=050003000400000000000000"]].concat(), 0);
    said(&folder, &[&check[..], &["s=050004000300000000000000"]].concat(), 0);
}

#[test]
fn names_are_given_to_what_the_source_declares() {
    let folder = folder("named");
    let names = [
        "check",
        "k.cu",
        "--kernel",
        "copy",
        "--block",
        "64",
        "--names",
        "out,in",
        "--buffer",
        "out.elements=1",
    ];
    assert!(said(&folder, &names, 1).contains("`out.elements`"));
    let twice = ["check", "k.cu", "--kernel", "copy", "--block", "64", "--names", "a,a"];
    assert!(said(&folder, &twice, 3).contains("gives two parameters of `copy` the name `a`"));
}

#[test]
fn the_list_shows_what_the_source_declares_and_the_members() {
    let folder = folder("list");
    let list = folder.raddle(["list", "k.cu"]).out;
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines[0], "copy(Matrix to, const Matrix from, One factor)");
    assert_eq!(lines[1], "  Matrix to is int to.width, int to.stride, float *to.elements");
    assert_eq!(lines[3], "  One factor is float *factor.only");
}

#[test]
fn a_bug_with_members_is_replayed() {
    let folder = folder("replayed");
    said(&folder, &["check", "k.cu", "--kernel", "shift", "--block", "64", "--witnesses", "found"], 1);
    let found = folder.0.join("found");
    let witness =
        std::fs::read_dir(found).expect("a folder").next().expect("a witness").expect("a file").path();
    let replayed = said(&folder, &["replay", witness.to_str().expect("a path")], 1);
    assert!(replayed.contains("all.width"), "{replayed}");
}

#[test]
fn an_element_that_is_a_structure_is_named_by_its_members() {
    let folder = Folder::new("members");
    folder.file(
        "k.cu",
        "\
struct Point { float x, y; };
struct Body { Point at; int neighbours[3]; };
__global__ void pointer(Body *all) { all[34].at.y = threadIdx.x; }
__global__ void vectors(float3 *all) { all[3].z = threadIdx.x; }
__global__ void array() { __shared__ Body all[4]; all[2].neighbours[1] = threadIdx.x; }
__global__ void one() { __shared__ Body only; only.at.x = threadIdx.x; only.at.y = threadIdx.x; }
",
    );
    for (kernel, place) in [
        ("pointer", "`all[34].at.y`"),
        ("vectors", "`all[3].z`"),
        ("array", "`all[2].neighbours[1]`"),
        ("one", "`only.at.x`"),
    ] {
        let text = said(&folder, &["check", "k.cu", "--kernel", kernel, "--block", "64"], 1);
        assert!(text.contains(&format!("data race on {place}")), "{kernel}: {text}");
    }
}
