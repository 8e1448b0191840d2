//! scratch
use raddle_termination::its::text::{Format, print, read};
fn main() {
    for f in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&f).unwrap();
        let t = std::time::Instant::now();
        match read(&text, Format::of_path(f.as_ref()).unwrap()) {
            Ok(s) => {
                let p = print(&s);
                match read(&p, Format::Koat) {
                    Ok(s2) if print(&s2) == p => {}
                    Ok(_) => println!("{f}: different"),
                    Err(e) => println!("{f}: reread {e}"),
                }
                if std::env::var("SHOW").is_ok() {
                    println!("{p}");
                }
            }
            Err(e) => println!("{f}: {e}"),
        }
        if t.elapsed().as_millis() > 300 {
            println!("{f} {:?}", t.elapsed());
        }
    }
}
