//! NVIDIA's assembler judges the printer: what a compiler wrote and what the printer makes of its tree are the same
//! program to `ptxas`: machine code, constants and initial values agree byte for byte. (Files for a
//! debugger must be accepted only: their code depends on where the text's lines end.)
//!
//! `./dev test` installs the assembler. The variable `PTXAS` names another one; a file that it refuses as the
//! compiler wrote it (its version or target is too new, or too old) judges nothing and is named.

use raddle_ptx::parse::parse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of `kernels/real`, some from every generator.
fn files(root: &Path) -> Vec<PathBuf> {
    let folder = root.join("kernels/real");
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths
    };
    let folders = entries(&folder).into_iter().filter(|path| path.is_dir());
    folders.flat_map(|path| entries(&path)).filter(|path| path.extension() == Some("ptx".as_ref())).collect()
}

/// The assembler, or an explanation of how to get it.
fn assembler(root: &Path) -> PathBuf {
    let installed = root.join(".cache/ptxas/nvidia/cu13/bin/ptxas");
    let path = std::env::var_os("PTXAS").map_or(installed, PathBuf::from);
    assert!(path.is_file(), "there is no assembler at {}: `./dev test` installs it", path.display());
    path
}

/// Name, size and bytes of a section.
type Section = (String, u64, Vec<u8>);

/// The sections of an ELF file of 64 bits that make the program. Others hold debug information, which quotes the text.
fn program(elf: &[u8]) -> Vec<Section> {
    let number = |at: usize, bytes: usize| {
        elf[at..at + bytes].iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
    };
    let (table, size, count) = (number(40, 8) as usize, number(58, 2) as usize, number(60, 2) as usize);
    let header = |section: usize| table + section * size;
    let names = number(header(number(62, 2) as usize) + 24, 8) as usize;
    let mut sections = Vec::new();
    for at in (0..count).map(header) {
        let name = elf[names + number(at, 4) as usize..].split(|&byte| byte == 0).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        let (kind, from, length) = (number(at + 4, 4), number(at + 24, 8) as usize, number(at + 32, 8));
        let program = [".text.", ".nv.constant", ".nv.global", ".nv.shared"];
        if program.iter().any(|prefix| name.starts_with(prefix)) {
            // Sections of type 8 have a size, but no bytes.
            let bytes = if kind == 8 { &[][..] } else { &elf[from..from + length as usize] };
            sections.push((name, length, bytes.to_vec()));
        }
    }
    assert!(sections.iter().any(|(name, ..)| name.starts_with(".text.")), "an assembled kernel has code");
    sections
}

/// The program that a text is assembled to, or the assembler's error.
fn assemble(ptxas: &Path, target: &str, text: &str, folder: &Path) -> Result<Vec<Section>, String> {
    let (source, code) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    fs::write(&source, text).expect("the folder for temporary files can be written");
    let output = Command::new(ptxas)
        .arg(format!("--gpu-name={target}"))
        .arg(&source)
        .arg("--output-file")
        .arg(&code)
        .output()
        .unwrap_or_else(|error| panic!("{} does not run: {error}", ptxas.display()));
    if output.status.success() {
        Ok(program(&fs::read(&code).expect("the assembler leaves its output")))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn the_assembler_sees_no_difference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ptxas = assembler(&root);
    let folder = std::env::temp_dir().join(format!("raddle-ptxas-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is a folder for temporary files");
    let mut refused = Vec::new();
    let files = files(&root);
    assert!(files.len() >= 50, "only {} files were found", files.len());
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let module = parse(&text).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        let target = module.targets[0].text;
        let printed = module.to_string();
        assert_ne!(printed, text, "{name}: the comments at least are gone");
        let original = match assemble(&ptxas, target, &text, &folder) {
            Ok(code) => code,
            Err(why) => {
                refused.push(format!("{name}: {}", why.lines().next().unwrap_or_default()));
                continue;
            }
        };
        match assemble(&ptxas, target, &printed, &folder) {
            // Then a debugger can stop at each line of the text, and the code depends on where lines end.
            Ok(_) if module.targets.iter().any(|word| word.text == "debug") => {}
            Ok(code) => assert!(code == original, "{name}: the printed text is another program"),
            Err(why) => panic!("{name}: the printed text is refused:\n{why}"),
        }
    }
    let _ = fs::remove_dir_all(&folder);
    println!("{} files judged, {} refused as they are", files.len() - refused.len(), refused.len());
    let most = if std::env::var_os("PTXAS").is_some() { files.len() / 2 } else { 0 };
    assert!(refused.len() <= most, "refused before the printer came to it:\n{}", refused.join("\n"));
}
