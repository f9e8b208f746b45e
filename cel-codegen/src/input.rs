//! Input of the command: files, folders, standard input.

use cel_compiler::crd::text;
use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// The argument that names it, or the folder that it was found in.
    pub argument: PathBuf,
}

impl Input {
    /// True if it was found in a folder. Files without a CRD are normal there.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.path != self.argument
    }

    /// True if it is a link that was found in a folder. What it leads to may lie anywhere.
    #[must_use]
    pub fn is_found_link(&self) -> bool {
        self.is_found() && self.path.is_symlink()
    }

    /// Bytes of its text. If it is not a regular file, the size is unknown, and this is the maximum.
    #[must_use]
    pub fn size(&self) -> u64 {
        match fs::metadata(&self.path) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            _ => u64::MAX,
        }
    }
}

/// The files that the arguments name. A folder stands for all YAML and JSON files below it, sorted, without
/// pipes and devices. Folders that cannot be read are returned with the error.
#[must_use]
pub fn files(arguments: &[PathBuf]) -> (Vec<Input>, Vec<(PathBuf, io::Error)>) {
    let (mut inputs, mut errors) = (Vec::new(), Vec::new());
    for path in arguments {
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, &mut found, &mut errors);
            found.sort();
            inputs.extend(found.into_iter().map(|found| Input { path: found, argument: path.clone() }));
        } else {
            inputs.push(Input { path: path.clone(), argument: path.clone() });
        }
    }
    (inputs, errors)
}

/// The folders among the arguments without any CRD or error in them. Nobody names such a folder on purpose.
pub fn in_vain<'a>(
    arguments: &'a [PathBuf],
    fruitful: &'a HashSet<PathBuf>,
) -> impl Iterator<Item = &'a PathBuf> {
    arguments.iter().filter(|path| path.is_dir() && !fruitful.contains(*path))
}

/// What is wrong with such a folder.
pub const IN_VAIN: &str = "no CustomResourceDefinition in any .yaml, .yml or .json file below it";

/// Finds the files below a folder. Links to folders are not followed, since they may lead back.
fn walk(folder: &Path, found: &mut Vec<PathBuf>, errors: &mut Vec<(PathBuf, io::Error)>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Err(error) => errors.push((folder, error)),
            Ok(entries) => {
                for entry in entries {
                    let path = entry.path();
                    if entry.file_type().is_ok_and(|ty| ty.is_dir()) {
                        folders.push(path);
                    } else if has_extension(&path)
                        && fs::metadata(&path).map_or(true, |metadata| metadata.is_file())
                    {
                        found.push(path);
                    }
                }
            }
        }
    }
}

fn has_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or is much larger than the API server accepts.
pub fn read(path: &Path) -> Result<String, String> {
    if path == Path::new("-") {
        return text::of_reader(io::stdin().lock());
    }
    text::of_file(&open(path).map_err(|error| error.to_string())?)
}

/// Opens a file that has an end. A named pipe may have no writer, and a device such as `/dev/zero` never ends.
fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "a folder; name a file in it"));
    }
    if has_no_end(path) {
        let message =
            "neither a file nor a folder; what a program writes can be read from standard input, with `-`";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    File::open(path)
}

/// Shells write `<(helm template .)` as such a path.
fn is_of_shell(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd", "/dev/stdin"].iter().any(|known| path.starts_with(known))
}

#[cfg(unix)]
fn has_no_end(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let ty = fs::metadata(path).map(|metadata| metadata.file_type());
    let is_pipe = |ty: fs::FileType| ty.is_fifo() && !is_of_shell(path);
    let is_device =
        |ty: fs::FileType| ty.is_char_device() && path != Path::new("/dev/stdin") || ty.is_block_device();
    ty.is_ok_and(|ty| is_pipe(ty) || is_device(ty) || ty.is_socket())
}

#[cfg(not(unix))]
fn has_no_end(_: &Path) -> bool {
    false
}
