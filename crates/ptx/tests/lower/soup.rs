//! No text that parses makes lowering panic, and the result is well-formed IR.

use super::machine::REGISTERS;
use proptest::prelude::*;
use raddle_ptx::lower::{Options, lower};

const OPCODES: &str = "add sub mul mad div rem abs neg min max mul24 mad24 sad popc clz bfind brev bfe bfi szext bmsk
    dp4a dp2a addc subc madc fma rcp sqrt rsqrt sin cos lg2 ex2 tanh copysign testp setp set selp slct and or xor
    not cnot lop3 shf shl shr prmt cvt mov cvta isspacep ld ldu st atom red bar barrier membar fence vote match
    shfl redux elect activemask bra brx ret exit trap call nanosleep prefetch mma ldmatrix cp mbarrier tex fns
    vadd teleport";

const WORDS: &str = "s8 u8 b8 s16 u16 b16 s32 u32 b32 s64 u64 b64 b128 pred f16 bf16 f32 f64 f16x2 bf16x2 s16x2 f32x2
    e4m3x2 lo hi wide cc sat rn rz rm rp rni rzi ftz relu approx full NaN xorsign abs eq ne lt ge num nan and or
    popc global shared local param const shared::cluster to v2 v4 volatile relaxed acquire gpu cta sync aligned
    warp arrive red cas exch inc any all ballot idx up bfly uni wrap clamp l r f4e rc16 pack async bulk L2::cache_hint
    nc shiftamt finite idx cluster";

const OPERANDS: &str = "%a %b %la %lb %ha %fa %da %ba %qa %p %q !%p %va %va.x %tid %tid.x %clock64 %laneid 0 1 -1 16
    0x80000000 0f3F800000 1.5 _ {%a,%b} {%ha,%hb} {%la} {%a,_} %a|%p %p|%q [%a] [%la+4] [tile] [tile+4] [16] tile
    slot tile+4 tile[2] L T f (%a) (%a,%b) WARP_SZ 1<<4 [%tid.x] %undeclared {} P";

fn one_of(list: &'static str) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(list.split_whitespace().collect::<Vec<_>>())
}

fn instruction() -> impl Strategy<Value = String> {
    let words = proptest::collection::vec(one_of(WORDS), 0..5);
    let operands = proptest::collection::vec(one_of(OPERANDS), 0..6);
    let guard = prop_oneof![6 => Just(""), 1 => Just("@%p "), 1 => Just("@!%q "), 1 => Just("@%a ")];
    (guard, one_of(OPCODES), words, operands).prop_map(|(guard, opcode, words, operands)| {
        let words: String = words.iter().map(|word| format!(".{word}")).collect();
        format!("{guard}{opcode}{words} {};", operands.join(", "))
    })
}

fn body() -> impl Strategy<Value = String> {
    proptest::collection::vec(instruction(), 1..8).prop_map(|lines| lines.join("\n"))
}

/// Lowers a body; what comes out prints and reads back.
fn survives(body: &str) {
    let text = format!(
        ".version 8.8 .target sm_100 .address_size 64
        .func (.param .b32 r) f(.param .b32 a) {{ ret; }}
        .entry k(.param .b32 n) {{ {REGISTERS} .shared .b32 tile[8]; .local .b32 slot;
        T: .branchtargets L; P: .callprototype (.param .b32 _) _ (.param .b32 _);
        {body}\nL: ret; }}"
    );
    let Ok(ast) = raddle_ptx::parse::parse(&text) else { return };
    match lower(&ast, &text, Options::default()) {
        Ok(module) => {
            let printed = module.to_string();
            let read =
                raddle_ir::text::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{body}\n{printed}"));
            assert_eq!(read.to_string(), printed);
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| !error.to_string().is_empty()));
        }
    }
}

proptest! {
    #![proptest_config(crate::proptests::config(3000, 30_000))]
    #[test]
    fn no_soup_panics(body in body()) {
        survives(&body);
    }
}

/// Well-formed instructions with one word or operand exchanged get closer to the families' insides.
#[test]
fn no_mutation_panics() {
    let seeds = include_str!("semantics.rs").split("(\"").skip(1).filter_map(|rest| rest.split_once("\","));
    let mut count = 0;
    for (code, _) in seeds.filter(|(code, _)| code.ends_with(';')) {
        count += 1;
        survives(code);
        for operand in OPERANDS.split_whitespace() {
            for old in ["%d", "%a", "%b", "%ha", "%fa", "%la", "%p"] {
                if code.contains(old) {
                    survives(&code.replacen(old, operand, 1));
                }
            }
        }
        for word in WORDS.split_whitespace() {
            survives(&code.replacen(".s32", &format!(".{word}"), 1));
            survives(&code.replacen(' ', &format!(".{word} "), 1));
        }
    }
    assert!(count > 150, "{count} seeds");
}

proptest! {
    #![proptest_config(crate::proptests::config(300, 3000))]
    /// Whole modules with lines lost, doubled and moved: declarations go missing or clash.
    #[test]
    fn no_damaged_module_panics(edits in proptest::collection::vec((0..10_000_usize, 0..10_000_usize, 0..3_u8), 1..6)) {
        for text in [include_str!("named.ptx"), include_str!("../sample.ptx")] {
            let mut lines: Vec<&str> = text.lines().collect();
            for &(from, to, edit) in &edits {
                let (from, to) = (from % lines.len(), to % lines.len());
                match edit {
                    0 => drop(lines.remove(from)),
                    1 => lines.insert(to, lines[from]),
                    _ => lines.swap(from, to),
                }
            }
            let text = lines.join("\n");
            if let Ok(ast) = raddle_ptx::parse::parse(&text)
                && let Ok(module) = lower(&ast, &text, Options::default())
            {
                let printed = module.to_string();
                prop_assert!(raddle_ir::text::parse(&printed).is_ok());
            }
        }
    }
}
