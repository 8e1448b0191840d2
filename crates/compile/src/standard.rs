//! The machine's C and C++ headers, for the host half of a `.cu` file, read without the macros of contracts.
//!
//! Contracts have names such as `__read` and `__write`, which only an implementation may use; the C++ library is one, and
//! has functions of these names. So each header of the library has a wrapper in front of it, which takes the macros away until the
//! header is read. A header that includes another one meets the other's wrapper, where they are away already.

/// The headers of the C and C++ libraries that have a wrapper: of C++23, of C23 and of POSIX.
const HEADERS: &str = "
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath
codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime
cuchar cwchar cwctype deque exception execution expected filesystem format forward_list fstream functional future initializer_list
iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric
optional ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack
stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
bits/stdc++.h ext/algorithm ext/hash_map ext/hash_set parallel/algorithm
complex.h ctype.h errno.h fenv.h inttypes.h locale.h math.h setjmp.h signal.h stdio.h stdlib.h string.h threads.h time.h uchar.h wchar.h
wctype.h dirent.h dlfcn.h fcntl.h getopt.h libgen.h malloc.h memory.h netdb.h omp.h poll.h pthread.h pwd.h sched.h semaphore.h
strings.h sysexits.h termios.h unistd.h values.h x86intrin.h immintrin.h emmintrin.h xmmintrin.h
sys/io.h sys/ioctl.h sys/ipc.h sys/mman.h sys/param.h sys/resource.h sys/select.h sys/shm.h sys/socket.h sys/stat.h sys/syscall.h
sys/time.h sys/timeb.h sys/times.h sys/types.h sys/uio.h sys/utsname.h sys/wait.h
";

/// The folder of the wrappers.
pub(crate) const FOLDER: &str = "standard";

/// The wrappers, each under its path below [`FOLDER`], and what they include.
pub(crate) fn files(contracts: &str) -> Vec<(String, String)> {
    let names: Vec<&str> = macros(contracts).collect();
    let hide: String =
        names.iter().map(|name| format!("#pragma push_macro(\"{name}\")\n#undef {name}\n")).collect();
    let show: String = names.iter().map(|name| format!("#pragma pop_macro(\"{name}\")\n")).collect();
    let mut files = vec![("raddle/hide.h".to_owned(), hide), ("raddle/show.h".to_owned(), show)];
    files.extend(HEADERS.split_whitespace().map(|name| (name.to_owned(), wrapper(name))));
    files
}

/// The wrapper of a header. No guard of its own: what `#include <assert.h>` means may differ from time to time.
fn wrapper(name: &str) -> String {
    format!(
        "#pragma clang system_header\n\
         #if !__has_include_next(<{name}>)\n\
         #error this machine has no header <{name}> (with 32-bit pointers, no C++ header is available)\n\
         #elif defined(RADDLE_HIDDEN)\n\
         #include_next <{name}>\n\
         #else\n\
         #define RADDLE_HIDDEN\n\
         #include <raddle/hide.h>\n\
         #include_next <{name}>\n\
         #include <raddle/show.h>\n\
         #undef RADDLE_HIDDEN\n\
         #endif\n"
    )
}

/// The names of the macros that a header defines, each once, but for those that say that it was read.
pub(crate) fn macros(text: &str) -> impl Iterator<Item = &str> {
    let mut seen = std::collections::BTreeSet::new();
    let names = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("#define ")?;
        rest.split(|c: char| c != '_' && !c.is_alphanumeric()).next()
    });
    names.filter(move |name| name.starts_with("__") && seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macros_of_contracts_are_found() {
        let names: Vec<&str> = macros(include_str!("../headers/raddle.h")).collect();
        for name in ["__write", "__read", "__assert", "__barrier_invariant_12", "__axiom", "__raddle_spec"] {
            assert!(names.contains(&name), "{name}");
        }
        assert!(!names.contains(&"RADDLE_CONTRACTS_H") && !names.contains(&"always_inline"));
    }
}
