//! scratch
use raddle_termination::its::text::{Format, print, read};
use raddle_termination::{decide::*, solver::Deadline};
fn main() {
    let limit: f64 = std::env::var("T").ok().and_then(|t| t.parse().ok()).unwrap_or(10.0);
    for f in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&f).unwrap();
        let t = std::time::Instant::now();
        let s = match read(&text, Format::of_path(f.as_ref()).unwrap()) {
            Ok(s) => s,
            Err(e) => {
                println!("ERROR 0 {f} {e}");
                continue;
            }
        };
        if std::env::var("PREP").is_ok() {
            let p = raddle_termination::prepare::prepare(&s);
            println!("{}", print(&p.system));
            if let Some(o) = raddle_termination::invariants::octagons(&p.system, Deadline::after(None)) {
                for (l, o) in o.iter().enumerate() {
                    if p.cuts.contains(&l) {
                        println!(
                            "{}: {}",
                            p.system.locations[l],
                            o.atoms().iter().map(|a| p.system.show(a)).collect::<Vec<_>>().join(", ")
                        );
                    }
                }
            }
            println!("{:?}", t.elapsed());
        }
        let v = decide(&s, Deadline::after(Some(std::time::Duration::from_secs_f64(limit))));
        let (word, why) = match &v {
            Verdict::Terminates(c) => {
                if std::env::var("SHOW").is_ok() {
                    println!("{c:#?}");
                }
                ("YES", String::new())
            }
            Verdict::Runs(e) => {
                if std::env::var("SHOW").is_ok() {
                    println!("{e:#?}");
                }
                ("NO", String::new())
            }
            Verdict::Unknown(w) => ("MAYBE", format!("{w:?}")),
        };
        println!("{word} {:.3} {f} {why}", t.elapsed().as_secs_f64());
    }
}
