//! The compilation from outside: options, errors, names of files, and what arrives in PTX.

use raddle_compile::{CompileError, CompileOptions, Compiled, Compiler, Language, compile, externs};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A folder with sources.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary directory"))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, text).expect("written");
        path
    }
}

fn compiled(name: &str, text: &str, options: &CompileOptions) -> Compiled {
    let folder = Folder::new();
    compile(&folder.write(name, text), options).unwrap_or_else(|e| panic!("{e}"))
}

fn error(name: &str, text: &str, options: &CompileOptions) -> CompileError {
    let folder = Folder::new();
    match compile(&folder.write(name, text), options) {
        Ok(_) => panic!("{name} compiles"),
        Err(error) => error,
    }
}

fn defaults() -> CompileOptions {
    CompileOptions::default()
}

const COPY: &str = "__global__ void copy(int *a) {\n  a[threadIdx.x] = a[threadIdx.x + 1];\n}\n";

#[test]
fn a_missing_file_is_named() {
    let error = compile(Path::new("no/such/file.cu"), &defaults()).expect_err("there is none");
    assert!(matches!(error, CompileError::Source { .. }));
    assert!(error.to_string().starts_with("cannot read no/such/file.cu: "), "{error}");
}

#[test]
fn the_language_goes_by_the_name_or_the_option() {
    let unknown = error("a.txt", COPY, &defaults());
    assert!(matches!(unknown, CompileError::UnknownLanguage { .. }));
    let cuda = CompileOptions { language: Some(Language::Cuda), ..defaults() };
    assert!(compiled("a.txt", COPY, &cuda).ptx.contains(".entry _Z4copyPi("));
}

#[test]
fn a_compilers_error_arrives_as_it_was_written() {
    let error = error("a.cu", "__global__ void k(int *a) {\n  a[0] = missing;\n}\n", &defaults());
    let CompileError::Failed { stderr, .. } = &error else { panic!("{error}") };
    assert!(stderr.contains("a.cu:2:10: error: use of undeclared identifier 'missing'"), "{stderr}");
    assert!(stderr.contains("    2 |   a[0] = missing;\n"), "{stderr}");
    assert_eq!(error.to_string(), stderr.trim_end());
}

#[test]
fn a_missing_include_is_named() {
    let error = error("a.cu", "#include \"nowhere.h\"\n", &defaults());
    assert!(error.to_string().contains("fatal error: 'nowhere.h' file not found"), "{error}");
}

#[test]
fn a_warning_arrives_too() {
    let result = compiled("a.cu", "__global__ void k(int *a) { a[0]; }\n", &defaults());
    assert!(result.warnings.contains("warning: expression result unused"), "{}", result.warnings);
    assert_eq!(compiled("a.cu", COPY, &defaults()).warnings, "");
}

#[test]
fn a_time_limit_stops_the_compiler() {
    let options = CompileOptions { time_limit: Duration::ZERO, ..defaults() };
    assert!(matches!(error("a.cu", COPY, &options), CompileError::TimedOut { .. }));
}

#[test]
fn nonsense_options_are_refused() {
    for options in [
        CompileOptions { optimise: 4, ..defaults() },
        CompileOptions { arch: "hopper".to_string(), ..defaults() },
        CompileOptions { defines: vec!["=3".to_string()], ..defaults() },
        CompileOptions { compiler: Compiler::Nvcc, language: Some(Language::OpenCl), ..defaults() },
    ] {
        assert!(matches!(error("a.cu", COPY, &options), CompileError::Option { .. }));
    }
}

#[test]
fn defines_includes_and_standards_pass_through() {
    let folder = Folder::new();
    folder.write("deep/extra.h", "#define INDEX 77\n");
    let source = folder.write(
        "a.cu",
        "#include \"extra.h\"\n#if !defined(FLAG) || __cplusplus < 202002L\n#error options lost\n#endif\n\
         __global__ void k(int *a) { a[0] = INDEX + N; }\n",
    );
    let options = CompileOptions {
        defines: vec!["N=1000".to_string(), "FLAG".to_string()],
        includes: vec![folder.0.path().join("deep").display().to_string()],
        standard: Some("c++20".to_string()),
        ..defaults()
    };
    assert!(compile(&source, &options).unwrap_or_else(|e| panic!("{e}")).ptx.contains("1077"));
    assert!(matches!(compile(&source, &defaults()), Err(CompileError::Failed { .. })));
}

#[test]
fn macros_change_the_source_and_not_the_headers() {
    let defines = ["T=float", "x=x_renamed", "v=7", "f(a)=(a+1)", "r=", "Op=3"];
    let options = CompileOptions { defines: defines.map(str::to_string).to_vec(), ..defaults() };
    let text = "__global__ void k(T *out) { out[0] = sinf(out[f(1)]) + threadIdx.y + v; }\n";
    assert!(compiled("a.cu", text, &options).ptx.contains(".entry _Z1kPf("));
    let text = "__kernel void k(__global T *out) { out[get_global_id(0)] = sin(out[f(1)]) + v; }\n";
    assert!(compiled("a.cl", text, &options).ptx.contains(".entry k("));
}

#[test]
fn extra_arguments_and_optimisation_pass_through() {
    let options = CompileOptions { extra: vec!["-Werror".to_string()], ..defaults() };
    let text = "__global__ void k(int *a) { a[0]; }\n";
    assert!(matches!(error("a.cu", text, &options), CompileError::Failed { .. }));
    let options = CompileOptions { optimise: 2, arch: "sm_80".to_string(), ..defaults() };
    let ptx = compiled("a.cu", COPY, &options).ptx;
    assert!(ptx.contains(".target sm_80") && !ptx.contains(".local"), "{ptx}");
}

#[test]
fn files_are_named_as_the_user_wrote_them() {
    // Relative to the current directory, which a test run sets to the package's root.
    for path in ["tests/door/dead_read.cu", "tests/door/dead_read_in_inline.cl", "./tests/door/dead_store.cu"]
    {
        let ptx = compile(Path::new(path), &defaults()).unwrap_or_else(|e| panic!("{e}")).ptx;
        assert!(ptx.contains(&format!("\"{path}\"")), "{path} in {:?}", file_lines(&ptx));
    }
    let folder = Folder::new();
    folder.write("part.h", "__device__ inline int twice(int a) {\n  return a + a;\n}\n");
    let source =
        folder.write("a.cu", "#include \"part.h\"\n__global__ void k(int *a) {\n  a[0] = twice(a[1]);\n}\n");
    let ptx = compile(&source, &defaults()).unwrap_or_else(|e| panic!("{e}")).ptx;
    let files = file_lines(&ptx);
    assert!(files.iter().any(|f| f.ends_with("/a.cu\"")), "{files:?}");
    assert!(files.iter().any(|f| f.ends_with("/part.h\"")), "{files:?}");
}

fn file_lines(ptx: &str) -> Vec<&str> {
    ptx.lines().filter(|l| l.trim_start().starts_with(".file")).collect()
}

#[test]
fn every_instruction_of_a_header_function_bears_the_users_line() {
    let text = "__global__ void k(int *a) {\n  int x = 1;\n\n  atomicAdd(a, x);\n}\n";
    let ptx = compiled("a.cu", text, &defaults()).ptx;
    let before = ptx.split("atom.add.s32").next().expect("an atomic");
    let location = before.rsplit(".loc").next().expect("a location");
    assert_eq!(location.split_whitespace().nth(1), Some("4"));
}

#[test]
fn the_text_depends_on_nothing_but_the_input() {
    let folder = Folder::new();
    for (name, text) in
        [("a.cu", COPY), ("b.cl", "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }\n")]
    {
        let source = folder.write(name, text);
        let first = compile(&source, &defaults()).unwrap_or_else(|e| panic!("{e}")).ptx;
        let second = compile(&source, &defaults()).unwrap_or_else(|e| panic!("{e}")).ptx;
        assert_eq!(first, second);
        assert!(!first.contains("raddle-headers/cuda/raddle/sync.h"), "a header function has a location");
    }
}

#[test]
fn kernels_keep_their_names() {
    let text = "extern \"C\" __global__ void plain(int *a) { a[0] = 1; }\n\
                template <int N> __global__ void shaped(int *a) { a[0] = N; }\n\
                template __global__ void shaped<5>(int *);\n\
                namespace deep { __global__ void inner(int *a) { a[0] = 2; } }\n";
    let ptx = compiled("a.cu", text, &defaults()).ptx;
    for entry in [".entry plain(", ".entry _Z6shapedILi5EEvPi(", ".entry _ZN4deep5innerEPi("] {
        assert!(ptx.contains(entry), "{entry}");
    }
}

#[test]
fn launch_bounds_and_dwarf_arrive() {
    let text = "__global__ void __launch_bounds__(128, 2) k(int *a, int stride) { int middle = stride; a[0] = middle; }\n";
    let ptx = compiled("a.cu", text, &defaults()).ptx;
    assert!(ptx.contains(".maxntid 128, 1, 1") && ptx.contains(".minnctapersm 2"), "{ptx}");
    assert!(ptx.contains(".section\t.debug_info"), "{ptx}");
}

#[test]
fn opencl_parameters_keep_their_spaces_and_kernels_their_size() {
    let text = "__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n\
                void sized(__global int *a, __local int *b, __constant int *c, float d) {\n\
                  b[get_local_id(0)] = c[0];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  a[get_global_id(1)] = b[0] + d;\n}\n\
                __kernel void free_size(__global int *a) { a[0] = 1; }\n";
    for standard in [None, Some("CL1.1"), Some("CL1.2"), Some("CL2.0"), Some("CL3.0")] {
        let options = CompileOptions { standard: standard.map(str::to_string), ..defaults() };
        let ptx = compiled("a.cl", text, &options).ptx;
        for space in ["global", "shared", "const"] {
            assert!(ptx.contains(&format!(".param .u64 .ptr .{space} .align 4 sized_param_")), "{space}");
        }
        assert_eq!(ptx.matches(".reqntid 8, 4, 1").count(), 1, "{ptx}");
        assert_eq!(ptx.matches(".reqntid").count(), 1);
        assert!(ptx.contains("__raddle_cl_barrier") && ptx.contains("%tid.x") && ptx.contains("%ctaid.y"));
        assert!(ptx.contains(".section\t.debug_info"));
    }
}

#[test]
fn a_literal_dimension_costs_no_branch() {
    let text = "__kernel void k(__global int *a) { a[get_global_id(0)] = get_local_id(1); }\n";
    let ptx = compiled("a.cl", text, &defaults()).ptx;
    assert!(!ptx.contains("bra"), "{ptx}");
}

#[test]
fn contracts_are_regions_in_both_languages() {
    for (name, text) in [
        ("a.cu", "__global__ void k(int *a) { __requires(a[3] > 1); }\n"),
        ("a.cl", "__kernel void k(__global int *a) { __requires(a[3] > 1); }\n"),
    ] {
        let ptx = compiled(name, text, &defaults()).ptx;
        let at = |what: &str| ptx.rfind(what).unwrap_or_else(|| panic!("{what} in {ptx}"));
        let load = ptx.find("+12]").expect("the load of a[3]");
        assert!(at("__raddle_spec_begin") < load && load < at("__raddle_spec_end"), "{ptx}");
    }
}

#[test]
fn a_contract_has_one_condition() {
    let error = error("a.cu", "__global__ void k(int *a) { __assert(a[0] > 1, a[1] > 1); }\n", &defaults());
    assert!(error.to_string().contains("no matching function for call to '__raddle_spec_end'"), "{error}");
}

/// Every file in `tests/headers/` compiles without a warning, with and without C headers on the machine, for pointers of 64 and 32
/// bits, and calls no function of unknown meaning, except where the file says so.
#[test]
fn the_headers_are_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/headers");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("tests/headers").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 10);
    for file in files {
        // Another one than the default stands in the first line.
        let text = fs::read_to_string(&file).expect("a text");
        let first = text.lines().next().unwrap_or_default();
        let standard = first.strip_prefix("// standard: ").map(str::to_owned);
        for (host_headers, pointer_bits) in [(false, 64), (true, 64), (true, 32)] {
            let options =
                CompileOptions { host_headers, pointer_bits, standard: standard.clone(), ..defaults() };
            let result = compile(&file, &options).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            assert_eq!(result.warnings, "", "{}", file.display());
            for name in undefined_functions(&result.ptx) {
                let stated = name.starts_with("__raddle_opaque_");
                assert!(
                    stated || externs::meaning(name).is_some(),
                    "{}: `{name}` is unknown",
                    file.display()
                );
            }
        }
    }
}

/// The functions that a PTX text declares and does not define.
fn undefined_functions(ptx: &str) -> Vec<&str> {
    let mut declared = Vec::new();
    let mut defined = Vec::new();
    for (at, _) in ptx.match_indices(".func") {
        let mut rest = ptx[at + ".func".len()..].trim_start();
        if let Some(after) = rest.strip_prefix('(') {
            rest = after.split_once(')').expect("a closed list").1.trim_start();
        }
        let end = rest.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(rest.len());
        // A declaration ends with a semicolon before any brace opens.
        let semicolon = rest.find(';').unwrap_or(usize::MAX);
        let brace = rest.find('{').unwrap_or(usize::MAX);
        if semicolon < brace { declared.push(&rest[..end]) } else { defined.push(&rest[..end]) }
    }
    declared.retain(|name| !defined.contains(name));
    declared
}
