//! What instructions compute. Each row: code, inputs, and what a register holds afterwards.
//! The expected numbers are worked out by hand from the PTX ISA.

use super::machine::run;

/// Code, the registers it starts with, a register and the bits that it ends with.
type Row<'a> = (&'a str, &'a [(&'a str, u128)], &'a str, u128);

#[track_caller]
fn check(rows: &[Row<'_>]) {
    for (code, inputs, register, expected) in rows {
        let after = run(code, inputs);
        let found = after.get(*register).copied();
        assert_eq!(
            found,
            Some(*expected),
            "{code} with {inputs:x?}: {register} is {found:x?}, not {expected:#x}"
        );
    }
}

const M1: u128 = 0xffff_ffff;

#[test]
fn sums_and_products_wrap() {
    check(&[
        ("add.s32 %d, %a, %b;", &[("%a", M1), ("%b", 2)], "%d", 1),
        ("add.u32 %d, %a, -1;", &[("%a", 0)], "%d", M1),
        ("sub.s64 %ld, %la, 1;", &[("%la", 0)], "%ld", u128::from(u64::MAX)),
        ("add.sat.s32 %d, %a, 1;", &[("%a", 0x7fff_ffff)], "%d", 0x7fff_ffff),
        ("sub.sat.s32 %d, %a, 1;", &[("%a", 0x8000_0000)], "%d", 0x8000_0000),
        ("add.u16x2 %d, %a, %b;", &[("%a", 0x0001_ffff), ("%b", 0x0001_0001)], "%d", 0x0002_0000),
        ("mul.lo.s32 %d, %a, %b;", &[("%a", M1), ("%b", 3)], "%d", 0xffff_fffd),
        ("mul.hi.u32 %d, %a, %b;", &[("%a", M1), ("%b", M1)], "%d", 0xffff_fffe),
        ("mul.hi.s32 %d, %a, %b;", &[("%a", M1), ("%b", M1)], "%d", 0),
        ("mul.wide.s32 %ld, %a, 2;", &[("%a", M1)], "%ld", u128::from(-2_i64 as u64)),
        ("mul.wide.u32 %ld, %a, 2;", &[("%a", M1)], "%ld", 0x1_ffff_fffe),
        ("mul.wide.s16 %d, %ha, %hb;", &[("%ha", 0xffff), ("%hb", 7)], "%d", 0xffff_fff9),
        ("mad.lo.s32 %d, %a, 4, %c;", &[("%a", 5), ("%c", 2)], "%d", 22),
        (
            "mad.hi.sat.s32 %d, %a, %b, %c;",
            &[("%a", 0x7fff_ffff), ("%b", 4), ("%c", 0x7fff_ffff)],
            "%d",
            0x7fff_ffff,
        ),
        ("mad.wide.u32 %ld, %a, %b, %lc;", &[("%a", M1), ("%b", 2), ("%lc", 2)], "%ld", 0x2_0000_0000),
        ("mul24.lo.u32 %d, %a, %b;", &[("%a", 0xff00_0003), ("%b", 5)], "%d", 15),
        ("mul24.hi.u32 %d, %a, %b;", &[("%a", 0xff_ffff), ("%b", 0xff_ffff)], "%d", 0xffff_fe00),
        ("mul24.lo.s32 %d, %a, %b;", &[("%a", 0xff_ffff), ("%b", 5)], "%d", 0xffff_fffb),
        ("mad24.lo.s32 %d, %a, %b, %c;", &[("%a", 3), ("%b", 5), ("%c", 1)], "%d", 16),
        ("sad.s32 %d, %a, %b, %c;", &[("%a", M1), ("%b", 4), ("%c", 10)], "%d", 15),
        ("sad.u32 %d, %a, %b, %c;", &[("%a", M1), ("%b", 4), ("%c", 10)], "%d", 5),
        ("dp4a.s32.u32 %d, %a, %b, %c;", &[("%a", 0xff01_0203), ("%b", 0x0201_0101), ("%c", 1)], "%d", 5),
        ("dp2a.lo.s32.u32 %d, %a, %b, %c;", &[("%a", 0xffff_0003), ("%b", 0x0909_0205), ("%c", 1)], "%d", 14),
        ("dp2a.hi.s32.u32 %d, %a, %b, %c;", &[("%a", 0xffff_0003), ("%b", 0x0205_0909), ("%c", 1)], "%d", 14),
    ]);
}

/// PTX ISA, `bfe` and `bfi`: numbers of 8 bits. With others an H100 takes the lowest byte in 32 bits only.
#[test]
fn a_field_of_64_bits_has_no_value_beyond_a_byte() {
    let after =
        |code: &str, b, c| run(code, &[("%la", 0x1234), ("%lb", 0), ("%b", b), ("%c", c)]).remove("%ld");
    for code in ["bfe.u64 %ld, %la, %b, %c;", "bfe.s64 %ld, %la, %b, %c;", "bfi.b64 %ld, %la, %lb, %b, %c;"] {
        assert!(after(code, 255, 255).is_some(), "{code}");
        assert_eq!([after(code, 256, 8), after(code, 4, 256)], [None; 2], "{code}");
    }
    assert_eq!(after("bfe.u64 %ld, %la, 300, %c;", 0, 8), None);
}

#[test]
fn division_has_the_sign_of_the_type() {
    check(&[
        ("div.s32 %d, %a, 2;", &[("%a", 0xffff_fff9)], "%d", 0xffff_fffd),
        ("div.u32 %d, %a, 2;", &[("%a", 0xffff_fff9)], "%d", 0x7fff_fffc),
        ("rem.s32 %d, %a, 4;", &[("%a", 0xffff_fff9)], "%d", 0xffff_fffd),
        ("rem.u32 %d, %a, 4;", &[("%a", 0xffff_fff9)], "%d", 1),
        ("abs.s32 %d, %a;", &[("%a", 0xffff_fff9)], "%d", 7),
        ("neg.s16 %hd, %ha;", &[("%ha", 1)], "%hd", 0xffff),
        ("min.s32 %d, %a, %b;", &[("%a", M1), ("%b", 1)], "%d", M1),
        ("min.u32 %d, %a, %b;", &[("%a", M1), ("%b", 1)], "%d", 1),
        ("max.s16x2 %d, %a, %b;", &[("%a", 0xffff_0003), ("%b", 0x0001_0002)], "%d", 0x0001_0003),
        ("max.relu.s16x2 %d, %a, %b;", &[("%a", 0xffff_0003), ("%b", 0xfffe_0002)], "%d", 3),
    ]);
    assert_eq!(run("div.s32 %d, %a, 0;", &[("%a", 1)]).get("%d"), None, "no result");
}

#[test]
fn bit_fields() {
    check(&[
        ("popc.b64 %d, %la;", &[("%la", 0xf0f0)], "%d", 8),
        ("clz.b32 %d, %a;", &[("%a", 1)], "%d", 31),
        ("bfind.u32 %d, %a;", &[("%a", 0x10)], "%d", 4),
        ("bfind.s32 %d, %a;", &[("%a", M1)], "%d", M1),
        ("bfind.shiftamt.u32 %d, %a;", &[("%a", 0x10)], "%d", 27),
        ("bfind.shiftamt.u32 %d, %a;", &[("%a", 0)], "%d", M1),
        ("brev.b32 %d, %a;", &[("%a", 1)], "%d", 0x8000_0000),
        ("bfe.u32 %d, %a, 4, 8;", &[("%a", 0x1234)], "%d", 0x23),
        ("bfe.s32 %d, %a, 4, 4;", &[("%a", 0x80)], "%d", 0xffff_fff8),
        ("bfe.u32 %d, %a, %b, 8;", &[("%a", 0x1234), ("%b", 0x104)], "%d", 0x23),
        ("bfe.u64 %ld, %la, %b, %c;", &[("%la", 0x1234), ("%b", 4), ("%c", 255)], "%ld", 0x123),
        ("bfi.b64 %ld, %la, %lb, 4, 8;", &[("%la", 0xab), ("%lb", 0xffff)], "%ld", 0xfabf),
        ("bfi.b32 %d, %a, %b, 8, 4;", &[("%a", 0xff), ("%b", 0)], "%d", 0xf00),
        ("szext.clamp.s32 %d, %a, 4;", &[("%a", 0x18)], "%d", 0xffff_fff8),
        ("szext.wrap.u32 %d, %a, 36;", &[("%a", 0x18)], "%d", 8),
        ("szext.clamp.u32 %d, %a, 36;", &[("%a", 0x18)], "%d", 0x18),
        ("bmsk.clamp.b32 %d, 4, 8;", &[], "%d", 0xff0),
        ("bmsk.clamp.b32 %d, 0, 40;", &[], "%d", M1),
        ("bmsk.wrap.b32 %d, 36, 8;", &[], "%d", 0xff0),
        ("bmsk.clamp.b32 %d, 36, 8;", &[], "%d", 0),
    ]);
}

#[test]
fn carries_go_from_instruction_to_instruction() {
    let wide = "add.cc.u32 %c, %a, %b; addc.u32 %d, 0, 0;";
    let borrow = "sub.cc.u32 %c, %a, %b; subc.u32 %d, 0, 0;";
    check(&[
        (wide, &[("%a", M1), ("%b", 1)], "%d", 1),
        (wide, &[("%a", M1), ("%b", 0)], "%d", 0),
        ("add.cc.u32 %c, %a, 1; addc.cc.u32 %c, %a, 0; addc.u32 %d, 0, 0;", &[("%a", M1)], "%d", 1),
        (borrow, &[("%a", 0), ("%b", 1)], "%d", M1),
        (borrow, &[("%a", 1), ("%b", 1)], "%d", 0),
        ("mad.lo.cc.u32 %c, %a, 1, 1; madc.hi.u32 %d, %a, 2, 0;", &[("%a", M1)], "%d", 2),
        (
            "@%p add.cc.u32 %c, %a, 1; addc.u32 %d, 0, 0;",
            &[("%a", M1), ("%c", 0), ("%p", 0), ("CC.CF", 0)],
            "%d",
            0,
        ),
    ]);
}

#[test]
fn logic_and_shifts() {
    check(&[
        ("and.pred %s, %p, %q;", &[("%p", 1), ("%q", 0)], "%s", 0),
        ("not.b32 %d, %a;", &[("%a", 0)], "%d", M1),
        ("cnot.b32 %d, %a;", &[("%a", 0)], "%d", 1),
        ("cnot.b32 %d, %a;", &[("%a", 9)], "%d", 0),
        ("shl.b32 %d, %a, %b;", &[("%a", 1), ("%b", 32)], "%d", 0),
        ("shr.u32 %d, %a, %b;", &[("%a", 0x8000_0000), ("%b", 31)], "%d", 1),
        ("shr.s32 %d, %a, %b;", &[("%a", 0x8000_0000), ("%b", 99)], "%d", M1),
        ("shl.b64 %ld, %la, %b;", &[("%la", 1), ("%b", 40)], "%ld", 1 << 40),
        ("shr.s16 %hd, %ha, 4;", &[("%ha", 0x8000)], "%hd", 0xf800),
        ("lop3.b32 %d, %a, %b, %c, 0x96;", &[("%a", 0xf0), ("%b", 0xcc), ("%c", 0xaa)], "%d", 0x96),
        ("lop3.or.b32 %d|%s, %a, %b, %c, 0x80, %p;", &[("%a", 0), ("%b", 0), ("%c", 0), ("%p", 1)], "%s", 1),
        ("shf.l.wrap.b32 %d, %a, %b, 36;", &[("%a", 0x1234_5678), ("%b", 0x9abc_def0)], "%d", 0xabcd_ef01),
        ("shf.r.clamp.b32 %d, %a, %b, 36;", &[("%a", 0x1234_5678), ("%b", 0x9abc_def0)], "%d", 0x9abc_def0),
    ]);
}

#[test]
fn permutations_have_their_modes() {
    let inputs: &[(&str, u128)] = &[("%a", 0x3322_1100), ("%b", 0x7766_5544), ("%c", 1)];
    check(&[
        ("prmt.b32 %d, %a, %b, 0x7410;", inputs, "%d", 0x7744_1100),
        ("prmt.b32 %d, 0x80, %b, 0x8888;", inputs, "%d", M1),
        ("prmt.b32.f4e %d, %a, %b, %c;", inputs, "%d", 0x4433_2211),
        ("prmt.b32.b4e %d, %a, %b, %c;", inputs, "%d", 0x6677_0011),
        ("prmt.b32.rc8 %d, %a, %b, %c;", inputs, "%d", 0x1111_1111),
        ("prmt.b32.ecl %d, %a, %b, %c;", inputs, "%d", 0x3322_1111),
        ("prmt.b32.ecr %d, %a, %b, %c;", inputs, "%d", 0x1111_1100),
        ("prmt.b32.rc16 %d, %a, %b, %c;", inputs, "%d", 0x3322_3322),
        ("prmt.b32.rc16 %d, %a, %b, 6;", inputs, "%d", 0x1100_1100),
    ]);
}

#[test]
fn comparisons_and_selections() {
    let nan = 0x7fc0_0000;
    check(&[
        ("setp.lt.s32 %p, %a, %b;", &[("%a", M1), ("%b", 0)], "%p", 1),
        ("setp.lt.u32 %p, %a, %b;", &[("%a", M1), ("%b", 0)], "%p", 0),
        ("setp.hi.u32 %p, %a, %b;", &[("%a", M1), ("%b", 0)], "%p", 1),
        ("setp.eq.s32 %p|%q, %a, %b;", &[("%a", 1), ("%b", 1)], "%q", 0),
        ("setp.lt.and.s32 %p|%q, %a, 5, !%o;", &[("%a", 1), ("%o", 1)], "%p", 0),
        ("setp.lt.or.s32 %p|%q, %a, 5, %o;", &[("%a", 1), ("%o", 0)], "%q", 0),
        ("setp.lt.f32 %p, %fa, %fb;", &[("%fa", nan), ("%fb", 0)], "%p", 0),
        ("setp.ltu.f32 %p, %fa, %fb;", &[("%fa", nan), ("%fb", 0)], "%p", 1),
        ("setp.num.f32 %p, %fa, %fb;", &[("%fa", nan), ("%fb", 0)], "%p", 0),
        ("setp.eq.ftz.f32 %p, %fa, %fb;", &[("%fa", 1), ("%fb", 0)], "%p", 1),
        ("setp.lt.f16x2 %p|%q, %a, %b;", &[("%a", 0x3c00_0000), ("%b", 0x3c00)], "%p", 1),
        ("setp.lt.f16x2 %p|%q, %a, %b;", &[("%a", 0x3c00_0000), ("%b", 0x3c00)], "%q", 0),
        ("set.lt.u32.s32 %d, %a, %b;", &[("%a", M1), ("%b", 0)], "%d", M1),
        ("set.lt.f32.s32 %fd, %a, %b;", &[("%a", M1), ("%b", 0)], "%fd", 0x3f80_0000),
        ("set.eq.f16x2.f16x2 %d, %a, %b;", &[("%a", 0x3c00_0000), ("%b", 0x3c00)], "%d", 0),
        ("set.ge.bf16x2.bf16x2 %d, %a, %b;", &[("%a", 0x3f80_0000), ("%b", 0)], "%d", 0x3f80_3f80),
        ("selp.b32 %d, %a, %b, %p;", &[("%a", 1), ("%b", 2), ("%p", 0)], "%d", 2),
        ("selp.b32 %d, 1, 2, !%p;", &[("%p", 0)], "%d", 1),
        ("slct.s32.s32 %d, %a, %b, %c;", &[("%a", 1), ("%b", 2), ("%c", M1)], "%d", 2),
        ("slct.s32.f32 %d, %a, %b, %fc;", &[("%a", 1), ("%b", 2), ("%fc", 0x8000_0000)], "%d", 1),
        ("slct.s32.f32 %d, %a, %b, %fc;", &[("%a", 1), ("%b", 2), ("%fc", nan)], "%d", 2),
        ("testp.infinite.f32 %p, %fa;", &[("%fa", 0xff80_0000)], "%p", 1),
    ]);
}

#[test]
fn conversions_between_integers_clamp_only_when_saturating() {
    check(&[
        ("cvt.u32.u16 %d, %ha;", &[("%ha", 0xffff)], "%d", 0xffff),
        ("cvt.s32.s16 %d, %ha;", &[("%ha", 0xffff)], "%d", M1),
        ("cvt.s32.s8 %d, %a;", &[("%a", 0x1ff)], "%d", M1),
        ("cvt.u8.u32 %hd, %a;", &[("%a", 0x1ff)], "%hd", 0xff),
        ("cvt.s8.s32 %d, %a;", &[("%a", 0x80)], "%d", 0xffff_ff80),
        ("cvt.u64.u32 %ld, %a;", &[("%a", M1)], "%ld", M1),
        ("cvt.s64.s32 %ld, %a;", &[("%a", M1)], "%ld", u128::from(u64::MAX)),
        ("cvt.sat.u8.s32 %d, %a;", &[("%a", M1)], "%d", 0),
        ("cvt.sat.u8.s32 %d, %a;", &[("%a", 300)], "%d", 255),
        ("cvt.sat.s8.s32 %d, %a;", &[("%a", 300)], "%d", 127),
        ("cvt.sat.s8.s32 %d, %a;", &[("%a", 0xffff_ff00)], "%d", 0xffff_ff80),
        ("cvt.sat.s32.u32 %d, %a;", &[("%a", M1)], "%d", 0x7fff_ffff),
        ("cvt.sat.u64.s32 %ld, %a;", &[("%a", M1)], "%ld", 0),
        ("cvt.sat.s16.u8 %hd, %a;", &[("%a", 0xff)], "%hd", 0xff),
        ("cvt.pack.sat.s16.s32 %d, %a, %b;", &[("%a", 70000), ("%b", M1)], "%d", 0x7fff_ffff),
        (
            "cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;",
            &[("%a", 300), ("%b", 1), ("%c", 0xabcd)],
            "%d",
            0xabcd_ff01,
        ),
    ]);
}

#[test]
fn conversions_of_floats_round_as_told() {
    let nan = 0x7fc0_0000;
    check(&[
        ("cvt.rzi.s32.f32 %d, %fa;", &[("%fa", 0xc020_0000)], "%d", 0xffff_fffe),
        ("cvt.rni.s32.f32 %d, %fa;", &[("%fa", 0x4020_0000)], "%d", 2),
        ("cvt.rpi.s32.f32 %d, %fa;", &[("%fa", 0x4020_0000)], "%d", 3),
        ("cvt.rmi.s32.f32 %d, %fa;", &[("%fa", 0xc020_0000)], "%d", 0xffff_fffd),
        ("cvt.rzi.u32.f32 %d, %fa;", &[("%fa", 0xbf80_0000)], "%d", 0),
        ("cvt.rzi.s32.f32 %d, %fa;", &[("%fa", 0x7f80_0000)], "%d", 0x7fff_ffff),
        // Of NaN: 0 between 32 bits, the top bit where 64 bits take part.
        ("cvt.rzi.s32.f32 %d, %fa;", &[("%fa", nan)], "%d", 0),
        ("cvt.rzi.u64.f32 %ld, %fa;", &[("%fa", nan)], "%ld", 1 << 63),
        ("cvt.rzi.s32.f64 %d, %da;", &[("%da", 0x7ff8_0000_0000_0000)], "%d", 0x8000_0000),
        ("cvt.rn.f32.s32 %fd, %a;", &[("%a", M1)], "%fd", 0xbf80_0000),
        ("cvt.rn.f32.u32 %fd, %a;", &[("%a", M1)], "%fd", 0x4f80_0000),
        ("cvt.rz.f32.u32 %fd, %a;", &[("%a", M1)], "%fd", 0x4f7f_ffff),
        ("cvt.f64.f32 %dd, %fa;", &[("%fa", 0x3f80_0000)], "%dd", 0x3ff0_0000_0000_0000),
        ("cvt.rn.f16.f32 %hd, %fa;", &[("%fa", 0x3f80_0000)], "%hd", 0x3c00),
        ("cvt.rn.bf16.f32 %hd, %fa;", &[("%fa", 0x3f80_0000)], "%hd", 0x3f80),
        ("cvt.rn.f16x2.f32 %d, %fa, %fb;", &[("%fa", 0x3f80_0000), ("%fb", 0)], "%d", 0x3c00_0000),
        ("cvt.rn.relu.bf16x2.f32 %d, %fa, %fb;", &[("%fa", 0xbf80_0000), ("%fb", 0x3f80_0000)], "%d", 0x3f80),
        ("cvt.sat.f32.f32 %fd, %fa;", &[("%fa", 0x4020_0000)], "%fd", 0x3f80_0000),
        ("cvt.rni.f32.f32 %fd, %fa;", &[("%fa", 0x4020_0000)], "%fd", 0x4000_0000),
        ("cvt.ftz.f32.f32 %fd, %fa;", &[("%fa", 1)], "%fd", 0),
        ("cvt.f32.f16 %fd, %ha;", &[("%ha", 0x3c00)], "%fd", 0x3f80_0000),
    ]);
}

#[test]
fn moves_pack_and_unpack() {
    check(&[
        ("mov.b32 %d, 0f3F800000;", &[], "%d", 0x3f80_0000),
        ("mov.f32 %fd, %fa;", &[("%fa", 7)], "%fd", 7),
        ("mov.f64 %dd, 1.5;", &[], "%dd", 0x3ff8_0000_0000_0000),
        ("mov.b64 %ld, {%a, %b};", &[("%a", 1), ("%b", 2)], "%ld", 0x2_0000_0001),
        ("mov.b64 {%c, %d}, %la;", &[("%la", 0x2_0000_0001)], "%d", 2),
        ("mov.b64 {_, %d}, %la;", &[("%la", 0x2_0000_0001)], "%d", 2),
        ("mov.b32 {%hc, %hd}, %a;", &[("%a", 0x0102_0304)], "%hd", 0x102),
        ("mov.b64 %ld, {%fa, %fb};", &[("%fa", 1), ("%fb", 2)], "%ld", 0x2_0000_0001),
        ("mov.b128 %qd, {%la, %lb};", &[("%la", 1), ("%lb", 2)], "%qd", (2 << 64) | 1),
        ("mov.b128 {%lc, %ld}, %qa;", &[("%qa", (2 << 64) | 1)], "%ld", 2),
        ("mov.b32 %d, %va.y;", &[("%va.y", 3)], "%d", 3),
        ("mov.v2.b32 %vd, %va;", &[("%va.x", 4), ("%va.y", 3)], "%vd.x", 4),
        ("mov.b16 %hd, -1;", &[], "%hd", 0xffff),
        ("mov.u32 %d, 1 << 4;", &[], "%d", 16),
        ("mov.pred %s, %p;", &[("%p", 1)], "%s", 1),
    ]);
}

#[test]
fn guards_keep_the_old_value() {
    check(&[
        ("@%p mov.b32 %d, 1;", &[("%p", 0), ("%d", 9)], "%d", 9),
        ("@%p mov.b32 %d, 1;", &[("%p", 1), ("%d", 9)], "%d", 1),
        ("@!%p mov.b32 %d, 1;", &[("%p", 0), ("%d", 9)], "%d", 1),
        // The guard is read before the instruction writes it.
        ("@%p setp.eq.s32 %p|%q, 1, 2;", &[("%p", 1), ("%q", 0)], "%q", 1),
    ]);
}

#[test]
fn floats_of_every_format() {
    let (one, two) = (0x3f80_0000, 0x4000_0000);
    check(&[
        ("add.f32 %fd, %fa, %fb;", &[("%fa", one), ("%fb", one)], "%fd", two),
        ("add.rz.f32 %fd, %fa, %fb;", &[("%fa", one), ("%fb", 0x337f_ffff)], "%fd", one),
        ("add.rp.f32 %fd, %fa, %fb;", &[("%fa", one), ("%fb", 1)], "%fd", one + 1),
        ("add.sat.f32 %fd, %fa, %fb;", &[("%fa", one), ("%fb", one)], "%fd", one),
        ("sub.f64 %dd, %da, %db;", &[("%da", 0x3ff0 << 48), ("%db", 0x3ff0 << 48)], "%dd", 0),
        ("mul.ftz.f32 %fd, %fa, %fb;", &[("%fa", 1), ("%fb", two)], "%fd", 0),
        ("fma.rn.f32 %fd, %fa, %fb, %fc;", &[("%fa", two), ("%fb", two), ("%fc", one)], "%fd", 0x40a0_0000),
        ("mad.rn.f32 %fd, %fa, %fb, %fc;", &[("%fa", two), ("%fb", two), ("%fc", one)], "%fd", 0x40a0_0000),
        ("div.rn.f32 %fd, %fa, %fb;", &[("%fa", one), ("%fb", two)], "%fd", 0x3f00_0000),
        ("rcp.rn.f32 %fd, %fa;", &[("%fa", two)], "%fd", 0x3f00_0000),
        ("sqrt.rn.f32 %fd, %fa;", &[("%fa", 0x4080_0000)], "%fd", two),
        ("abs.ftz.f32 %fd, %fa;", &[("%fa", 0x8000_0001)], "%fd", 0),
        ("neg.f32 %fd, %fa;", &[("%fa", one)], "%fd", 0xbf80_0000),
        ("min.f32 %fd, %fa, %fb;", &[("%fa", 0x7fc0_0000), ("%fb", one)], "%fd", one),
        ("max.NaN.f32 %fd, %fa, %fb;", &[("%fa", 0x7fc0_0000), ("%fb", one)], "%fd", 0x7fff_ffff),
        ("max.f32 %fd, %fa, %fb, %fc;", &[("%fa", 0), ("%fb", one), ("%fc", two)], "%fd", two),
        ("min.xorsign.abs.f32 %fd, %fa, %fb;", &[("%fa", 0xbf80_0000), ("%fb", two)], "%fd", 0xbf80_0000),
        ("min.NaN.xorsign.abs.f32 %fd, %fa, %fb;", &[("%fa", 0xffc0_0000), ("%fb", two)], "%fd", 0x7fff_ffff),
        ("copysign.f32 %fd, %fa, %fb;", &[("%fa", 0x8000_0000), ("%fb", one)], "%fd", 0xbf80_0000),
        ("add.f16 %hd, %ha, %hb;", &[("%ha", 0x3c00), ("%hb", 0x3c00)], "%hd", 0x4000),
        ("add.f16 %hd, %ha, 0x3C00;", &[("%ha", 0x3c00)], "%hd", 0x4000),
        ("fma.rn.bf16 %hd, %ha, %hb, %hc;", &[("%ha", 0x4000), ("%hb", 0x4000), ("%hc", 0)], "%hd", 0x4080),
        ("add.f16x2 %d, %a, %b;", &[("%a", 0x3c00_0000), ("%b", 0x3c00_3c00)], "%d", 0x4000_3c00),
        (
            "fma.rn.relu.f16x2 %d, %a, %b, %c;",
            &[("%a", 0xbc00_3c00), ("%b", 0x3c00_3c00), ("%c", 0)],
            "%d",
            0x3c00,
        ),
        (
            "mul.f32x2 %ld, %la, %lb;",
            &[("%la", two << 32 | one), ("%lb", two << 32 | two)],
            "%ld",
            0x4080_0000 << 32 | two,
        ),
        ("sub.rn.f32.f16 %fd, %ha, %fb;", &[("%ha", 0x4000), ("%fb", one)], "%fd", one),
    ]);
    // What PTX bounds only by an error has no value.
    for approximate in
        ["sin.approx.f32 %fd, %fa;", "div.full.f32 %fd, %fa, %fa;", "rsqrt.approx.f32 %fd, %fa;"]
    {
        assert_eq!(run(approximate, &[("%fa", one), ("%fd", one)]).get("%fd"), None, "{approximate}");
    }
}
