//! Running the binary as a user does, in a folder of its own.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A loop that a run does not leave for hours, and that no proof is about.
pub(crate) const SLOW: &str = ".shared .b32 s; .reg .b32 %r; .reg .pred %p; ld.shared.b32 %r, [s]; mov.u32 %r, 0; L: add.u32 %r, %r, 1; setp.ne.u32 %p, %r, 0;
        @%p bra L; mov.u32 %r, %tid.x; st.shared.b32 [s], %r; ret;";

/// Far more than any of these takes: one that is still running hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of files for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

/// How raddle ended, and what it said.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// All that it said, in one line: the report breaks lines between words.
    pub(crate) fn one_line(&self) -> String {
        let words = self.out.split_whitespace().chain(self.err.split_whitespace());
        words.collect::<Vec<&str>>().join(" ")
    }
}

impl Folder {
    /// A folder whose name is this one within the test file that asks: two files may use the same name.
    #[track_caller]
    pub(crate) fn new(name: &str) -> Self {
        let file = Path::new(Location::caller().file()).file_stem().expect("a test file");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).expect("a file for the test");
    }

    /// A kernel `k` with this body, in k.ptx.
    pub(crate) fn kernel(&self, body: &str) {
        self.file("k.ptx", kernel("k", body));
    }

    pub(crate) fn raddle<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.raddle_with(&[], args)
    }

    /// With variables in its environment.
    pub(crate) fn raddle_with<S: AsRef<OsStr>>(
        &self,
        variables: &[(&str, &OsStr)],
        args: impl IntoIterator<Item = S>,
    ) -> Ran {
        let (out, err) = (self.0.join("stdout.txt"), self.0.join("stderr.txt"));
        let create = |path| File::create(path).expect("a file for the output");
        let mut child = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .current_dir(&self.0)
            .args(args)
            .env_remove("CLICOLOR_FORCE")
            .env("NO_COLOR", "1")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(create(&out))
            .stderr(create(&err))
            .spawn()
            .expect("raddle starts");
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("raddle is waited for") {
                break status;
            }
            if start.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                panic!("raddle hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let read = |path| String::from_utf8_lossy(&fs::read(path).expect("the output")).into_owned();
        let ran = Ran { code: status.code(), out: read(&out), err: read(&err) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }

    /// Runs a command line whose words have no spaces.
    pub(crate) fn words(&self, line: &str) -> Ran {
        self.raddle(line.split_whitespace())
    }

    /// Runs each command line; it ends with this exit code and says this, on either stream.
    pub(crate) fn each(&self, cases: &[(&str, i32, &str)]) {
        for (line, code, says) in cases {
            let ran = self.words(line);
            let said = format!("{}{}", ran.out, ran.err);
            assert_eq!(ran.code, Some(*code), "raddle {line}\n{said}");
            assert!(said.contains(says), "raddle {line}\nsays nothing of `{says}`:\n{said}");
        }
    }
}

pub(crate) fn kernel(name: &str, body: &str) -> String {
    format!("{HEADER}.visible .entry {name}(.param .u64 a, .param .u32 n) {{\n{body}\n}}\n")
}
