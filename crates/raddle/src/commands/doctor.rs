//! `raddle doctor`: what raddle needs of the machine, and what of it is there.

use raddle_smt::solver::z3::Z3;

/// Something that raddle uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// Can sources of CUDA and OpenCL not be checked without it?
    pub needed: bool,
    /// What is there, or what to install.
    pub there: Result<String, String>,
}

/// All that raddle uses.
#[must_use]
pub fn doctor() -> Vec<Installed> {
    let z3 = Installed {
        name: "z3",
        purpose: "decides questions about all inputs",
        needed: true,
        there: Ok(format!("built in: {}", Z3::version())),
    };
    let compilers = raddle_compile::compilers().map(|found| {
        let needed = found.name == "clang";
        let purpose = match needed {
            true => "compiles CUDA and OpenCL sources",
            false => "compiles CUDA sources that include CUB, Thrust or other libraries of NVIDIA",
        };
        Installed { name: found.name, purpose, needed, there: found.there }
    });
    std::iter::once(z3).chain(compilers).collect()
}
