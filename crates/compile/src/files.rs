//! Files that a user names: read whole, and only if their type and size are acceptable.
//!
//! A name may lead to anything: an endless device, a pipe that no program writes to, a file of terabytes. [`open`] is the only way
//! to such a file: what it opens is a regular file of at most [`LARGEST`] bytes, which is checked on the open file, not on its name.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Take};
use std::path::Path;

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file for reading.
///
/// # Errors
/// Where there is none, where it cannot be read, and where it is too large.
pub fn open(path: &Path) -> Result<Take<File>> {
    let (file, _) = open_with(path)?;
    Ok(file)
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path) -> Result<Vec<u8>> {
    open_with(path).and_then(bytes)
}

/// The text of a regular file.
///
/// # Errors
/// As [`open`]; and where it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// The bytes of a regular file that only this user can have written.
///
/// # Errors
/// As [`open`]; and where another user can write it.
pub fn read_private(path: &Path) -> Result<Vec<u8>> {
    let opened = open_with(path)?;
    private(&opened.1)?;
    bytes(opened)
}

/// Is what lies in this folder written by this user only?
///
/// # Errors
/// Where it is no folder, or another user can write into it: why.
pub fn check_private_folder(path: &Path) -> Result<()> {
    let metadata = path.metadata()?;
    if !metadata.is_dir() {
        return Err(Error::new(ErrorKind::NotADirectory, "it is not a directory"));
    }
    private(&metadata)
}

/// Makes a folder, and those above it that are missing, into which only this user can write.
///
/// # Errors
/// Where it cannot be made.
pub fn make_private_folder(path: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

fn open_with(path: &Path) -> Result<(Take<File>, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe would be waited for until a program opens its other end.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a directory"));
    }
    if !metadata.is_file() {
        let what = "it is not a regular file, but a device, a pipe or a socket";
        return Err(Error::new(ErrorKind::InvalidInput, what));
    }
    if metadata.len() > LARGEST {
        return Err(too_large());
    }
    // A file may grow, and those of /proc say that they are empty.
    Ok((file.take(LARGEST + 1), metadata))
}

fn bytes((mut file, metadata): (Take<File>, Metadata)) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> Error {
    Error::new(ErrorKind::FileTooLarge, format!("it is larger than {LARGEST} bytes, the limit"))
}

/// Can only this user, or the administrator, have written it?
#[cfg(unix)]
fn private(metadata: &Metadata) -> Result<()> {
    use std::os::unix::fs::MetadataExt;
    let why = if ![rustix::process::geteuid().as_raw(), 0].contains(&metadata.uid()) {
        "it belongs to another user"
    } else if metadata.mode() & 0o022 != 0 {
        "other users can write to it"
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::PermissionDenied, why))
}

/// Permissions of other systems are not checked.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
fn private(_: &Metadata) -> Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("text"), "text").expect("written");
        symlink(at("text"), at("link")).expect("a link");
        assert_eq!(read_text(&at("link")).expect("it is read"), "text");
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RWXU).expect("a pipe");
        symlink(at("pipe"), at("to_pipe")).expect("a link");
        symlink("/dev/zero", at("to_zero")).expect("a link");
        let _socket = UnixListener::bind(at("socket")).expect("a socket");
        for name in ["pipe", "to_pipe", "to_zero", "socket", "/dev/zero", "/dev/null", ".", "missing"] {
            assert!(read(&at(name)).is_err(), "{name}");
        }
        let sparse = File::create(at("sparse")).expect("a file");
        sparse.set_len(LARGEST + 1).expect("a hole");
        assert_eq!(read(&at("sparse")).map_err(|e| e.kind()), Err(ErrorKind::FileTooLarge));
    }

    #[test]
    fn what_others_can_write_is_not_private() {
        let folder = tempfile::tempdir().expect("a folder");
        let new = folder.path().join("a/b");
        make_private_folder(&new).expect("a folder");
        let file = new.join("file");
        std::fs::write(&file, "text").expect("written");
        let set = |path: &Path, mode| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
        };
        for (mode, is_private) in [(0o600, true), (0o644, true), (0o664, false), (0o646, false)] {
            set(&file, mode);
            assert_eq!(read_private(&file).is_ok(), is_private, "{mode:o}");
        }
        for (mode, is_private) in [(0o700, true), (0o755, true), (0o775, false), (0o1777, false)] {
            set(&new, mode);
            assert_eq!(check_private_folder(&new).is_ok(), is_private, "{mode:o}");
        }
        assert!(check_private_folder(&file).is_err());
    }
}
