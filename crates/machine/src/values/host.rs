//! Functions of the mathematical library, as the host computes them.
//!
//! No instruction of PTX has them and no library is linked, so their results have no value in any verdict. For a run whose numbers a person
//! reads, a number near the device's is more useful than none: the argument is widened to `f64`, the host's function is taken, and the
//! result is rounded to the type of the function.

use raddle_ir::{Rounding, Type, eval};

/// Is it a function of raddle's headers or of libdevice? Any other may be the user's own.
pub(crate) fn is_library(name: &str) -> bool {
    name.starts_with("__raddle_math_") || name.starts_with("__nv_")
}

/// The result of the function of this name, by the bits of its arguments, and its type. The name is that of C's `math.h` after the prefix of raddle's
/// headers or of libdevice, with an `f` at its end where it computes in `f32`.
///
/// `None` for what the host has no function for.
pub(crate) fn function(name: &str, args: &[u64]) -> Option<(Type, u64)> {
    let name = name.strip_prefix("__raddle_math_").or_else(|| name.strip_prefix("__nv_")).unwrap_or(name);
    let of = |name: &str, ty: Type| {
        let wide: Vec<f64> = args.iter().map(|&bits| eval::to_f64(ty, u128::from(bits))).collect();
        let value = value(name, &wide)?;
        Some((ty, eval::from_f64(ty, value, Rounding::Nearest) as u64))
    };
    // `erf` is no function of `f32` named `er`: the whole name first.
    of(name, Type::F64).or_else(|| of(name.strip_suffix('f')?, Type::F32))
}

fn value(name: &str, args: &[f64]) -> Option<f64> {
    match *args {
        [x] => Some(match name {
            "sin" | "fast_sin" => x.sin(),
            "cos" | "fast_cos" => x.cos(),
            "tan" | "fast_tan" => x.tan(),
            "asin" => x.asin(),
            "acos" => x.acos(),
            "atan" => x.atan(),
            "sinh" => x.sinh(),
            "cosh" => x.cosh(),
            "tanh" => x.tanh(),
            "asinh" => x.asinh(),
            "acosh" => x.acosh(),
            "atanh" => x.atanh(),
            "exp" | "fast_exp" => x.exp(),
            "exp2" => x.exp2(),
            "exp10" | "fast_exp10" => 10_f64.powf(x),
            "expm1" => x.exp_m1(),
            "log" | "fast_log" => x.ln(),
            "log2" | "fast_log2" => x.log2(),
            "log10" | "fast_log10" => x.log10(),
            "log1p" => x.ln_1p(),
            "cbrt" => x.cbrt(),
            "rcbrt" => 1.0 / x.cbrt(),
            "rsqrt" | "rsqrt_rn" => 1.0 / x.sqrt(),
            _ => return None,
        }),
        [x, y] => Some(match name {
            "pow" | "fast_pow" => x.powf(y),
            "atan2" => x.atan2(y),
            "fmod" => x % y,
            "hypot" => x.hypot(y),
            "rhypot" => 1.0 / x.hypot(y),
            _ => return None,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::function;
    use raddle_ir::Type;

    #[test]
    fn a_name_says_in_which_format_it_computes() {
        let single =
            |name, x: f32| function(name, &[u64::from(x.to_bits())]).map(|(_, r)| f32::from_bits(r as u32));
        let double = |name, x: f64| function(name, &[x.to_bits()]).map(|(_, r)| f64::from_bits(r));
        assert_eq!(single("__raddle_math_expf", 1.0), Some(std::f32::consts::E));
        assert_eq!(double("__raddle_math_exp", 1.0), Some(std::f64::consts::E));
        assert_eq!(single("__nv_fast_expf", 0.0), Some(1.0));
        assert_eq!(single("__raddle_math_rsqrt_rnf", 4.0), Some(0.5));
        assert_eq!(double("sin", 0.0), Some(0.0));
        let pow = function("powf", &[3_f32, 2.0].map(|x| u64::from(x.to_bits())));
        assert_eq!(pow, Some((Type::F32, u64::from(9_f32.to_bits()))));
    }

    #[test]
    fn what_the_host_has_no_function_for_has_no_result() {
        assert_eq!(function("__raddle_math_erff", &[0]), None);
        assert_eq!(function("__raddle_math_erf", &[0]), None);
        assert_eq!(function("vprintf", &[0, 0]), None);
    }
}
