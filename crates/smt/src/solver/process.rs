//! Any solver that reads SMT-LIB 2 from its standard input.
//!
//! The process is started at the first query and kept for later ones. When it is killed, because of a limit or from outside, the next query
//! starts a new one, which receives the assertions. Threads of their own write to it and read what it writes, so that a limit of time holds
//! whatever it does.

use super::model::{Ask, Question, model};
use super::{Answer, Limits, Reason, Solver, Stack};
use crate::sexpr::{Reader, Sexpr};
use crate::smtlib::{self, Said};
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How often another thread's wish to stop is checked.
pub(super) const LOOK: Duration = Duration::from_millis(10);

/// How long to wait for the end of a process that has closed its output.
const ENDING: Duration = Duration::from_secs(1);

/// A solver that is a process.
pub struct Process {
    command: Vec<String>,
    stack: Stack,
    running: Option<Running>,
}

struct Running {
    child: Child,
    /// Its input, in pieces: a thread writes them, since a solver need not read.
    input: Sender<String>,
    /// What it writes, in pieces; its end is the end of the channel.
    output: Receiver<String>,
    errors: Receiver<String>,
    reader: Reader,
    /// What it answered and has not been taken yet.
    pending: std::collections::VecDeque<Sexpr>,
    /// For each level: how many of its formulas it knows, and what was said for them.
    levels: Vec<(usize, Said)>,
    memory: Option<u64>,
    assumptions: usize,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// A solver by its command line, split at spaces. The options that make `z3`, `cvc5` and `yices-smt2` incremental and read
    /// from their standard input are added where only the program is named.
    ///
    /// # Errors
    /// When the command line is empty.
    pub fn new(command: &str) -> Result<Self, String> {
        let mut command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let Some(program) = command.first() else {
            return Err("the solver's command is empty; give one, for example `cvc5`".into());
        };
        let file = std::path::Path::new(program).file_stem().map(|f| f.to_string_lossy().into_owned());
        if command.len() == 1 {
            let options: &[&str] = match file.as_deref() {
                Some("z3") => &["-in", "-smt2"],
                Some("cvc5") => &["--incremental", "--produce-models", "--lang=smt2", "-"],
                Some("yices-smt2") => &["--incremental"],
                _ => &[],
            };
            command.extend(options.iter().map(|o| (*o).to_owned()));
        }
        Ok(Self { command, stack: Stack::default(), running: None })
    }

    fn start(&self, memory: Option<u64>) -> Result<Running, Reason> {
        let mut command = match memory {
            // The shell sets the limit and becomes the solver.
            Some(bytes) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                let limit = format!("ulimit -v {}; exec \"$@\"", bytes >> 10);
                shell.args(["-c", &limit, "sh"]).args(&self.command);
                shell
            }
            _ => {
                let mut plain = Command::new(&self.command[0]);
                plain.args(&self.command[1..]);
                plain
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let missing = |what: String| Reason::Failed(format!("{}: {what}", self.command[0]));
        let mut child = command
            .spawn()
            .map_err(|e| missing(format!("cannot be started ({e}); install it, or give its path")))?;
        let (Some(input), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(missing("has no standard input and output".into()));
        };
        let mut running = Running {
            child,
            input: speak(input),
            output: listen(stdout),
            errors: listen(stderr),
            reader: Reader::default(),
            pending: std::collections::VecDeque::new(),
            levels: vec![(0, Said::default())],
            memory,
            assumptions: 0,
        };
        // Yices has no logic that covers everything.
        let logic = if self.command[0].ends_with("yices-smt2") { "QF_AUFBV" } else { "ALL" };
        running.send(&format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {logic})\n"
        ))?;
        Ok(running)
    }

    /// Sends what is asserted and asks.
    fn query(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Result<Answer, Reason> {
        let deadline = limits.time.map(|time| Instant::now() + time);
        let wait = Wait { deadline, limits };
        let mut running = match self.running.take() {
            Some(running) if running.memory == limits.memory => running,
            _ => self.start(limits.memory)?,
        };
        running.tell(terms, &self.stack)?;
        let names = running.assume(terms, assumptions)?;
        let word = running.next(&wait)?;
        let answer = match word.atom() {
            Some("unsat") => {
                let mut core = assumptions.to_vec();
                if !names.is_empty() {
                    running.send("(get-unsat-assumptions)\n")?;
                    if let Some(blamed) = running.next(&wait)?.list() {
                        // A solver that does not support the question answers with an error: then all are blamed.
                        if blamed.iter().all(|b| b.atom().is_some_and(|b| names.iter().any(|n| n == b))) {
                            let is_blamed = |n: &String| blamed.iter().any(|b| b.atom() == Some(n.as_str()));
                            core = assumptions
                                .iter()
                                .zip(&names)
                                .filter(|(_, n)| is_blamed(n))
                                .map(|(t, _)| *t)
                                .collect();
                        }
                    }
                }
                Answer::Unsat(core)
            }
            Some("sat") => {
                let formulas = self.stack.with(assumptions);
                model(terms, &formulas, &mut Values { running: &mut running, wait: &wait })
            }
            Some("unknown") => Answer::Unknown(Reason::Incomplete("it says unknown".into())),
            _ => return Err(running.failure(&word.to_string())),
        };
        running.forget()?;
        self.running = Some(running);
        Ok(answer)
    }
}

/// Reads a stream in a thread of its own.
fn listen(mut stream: impl Read + Send + 'static) -> Receiver<String> {
    // A process that writes without end waits until it is read.
    let (sender, receiver) = sync_channel::<String>(64);
    std::thread::spawn(move || {
        let mut buffer = [0; 1 << 14];
        while let Ok(length) = stream.read(&mut buffer) {
            let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
            if length == 0 || sender.send(text).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Writes to a stream in a thread of its own.
fn speak(mut stream: ChildStdin) -> Sender<String> {
    let (sender, receiver) = channel::<String>();
    std::thread::spawn(move || {
        for text in receiver {
            if stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Until when an answer is waited for.
struct Wait<'a> {
    deadline: Option<Instant>,
    limits: &'a Limits,
}

impl Running {
    fn send(&mut self, text: &str) -> Result<(), Reason> {
        self.input.send(text.to_owned()).map_err(|_| self.failure("it no longer accepts input"))
    }

    /// Brings its levels to those of the stack.
    fn tell(&mut self, terms: &Terms, stack: &Stack) -> Result<(), Reason> {
        let mut text = String::new();
        for (n, level) in stack.levels.iter().enumerate() {
            if n >= self.levels.len() {
                text.push_str("(push 1)\n");
                let said = self.levels.last().map(|(_, said)| said.clone()).unwrap_or_default();
                self.levels.push((0, said));
            }
            let last = n + 1 == self.levels.len();
            let (known, said) = &mut self.levels[n];
            debug_assert!(last || *known == level.len(), "only the last level grows");
            for &formula in &level[*known..] {
                let formula = said.say(terms, formula, &mut text);
                let _ = writeln!(text, "(assert {formula})");
            }
            *known = level.len();
        }
        self.send(&text)
    }

    /// Names the assumptions, in a level of their own, and asks.
    fn assume(&mut self, terms: &Terms, assumptions: &[Term]) -> Result<Vec<String>, Reason> {
        let mut text = String::from("(push 1)\n");
        let mut said = self.levels.last().map(|(_, said)| said.clone()).unwrap_or_default();
        let mut names = Vec::new();
        for &assumption in assumptions {
            let formula = said.say(terms, assumption, &mut text);
            self.assumptions += 1;
            let name = format!("%a{}", self.assumptions);
            let _ = writeln!(text, "(declare-fun {name} () Bool)\n(assert (=> {name} {formula}))");
            names.push(name);
        }
        if names.is_empty() {
            text.push_str("(check-sat)\n");
        } else {
            let _ = writeln!(text, "(check-sat-assuming ({}))", names.join(" "));
        }
        self.levels.push((0, said));
        self.send(&text)?;
        Ok(names)
    }

    fn forget(&mut self) -> Result<(), Reason> {
        self.levels.pop();
        self.send("(pop 1)\n")
    }

    /// The next answer that is no message of success.
    fn next(&mut self, wait: &Wait<'_>) -> Result<Sexpr, Reason> {
        loop {
            while let Some(answer) = self.pending.pop_front() {
                let word = answer.list().and_then(|items| items.first()).unwrap_or(&answer).atom();
                match word {
                    Some("success" | "unsupported") => {}
                    Some("error") => return Err(self.failure(&answer.to_string())),
                    _ => return Ok(answer),
                }
            }
            if wait.limits.is_cancelled() {
                return Err(Reason::Cancelled);
            }
            let left = wait.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(Reason::Time);
            }
            match self.output.recv_timeout(left.unwrap_or(LOOK).min(LOOK)) {
                Ok(text) => {
                    self.reader.feed(&text).map_err(Reason::Failed)?;
                    self.pending.extend(self.reader.take());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.wait_for_end();
                    return Err(self.failure("it ended without an answer"));
                }
            }
        }
    }

    /// Its output is closed: how it ended is known a moment later.
    fn wait_for_end(&mut self) {
        let end = Instant::now() + ENDING;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            std::thread::sleep(LOOK);
        }
    }

    /// Why it failed: what it said last.
    fn failure(&mut self, what: &str) -> Reason {
        // What it wrote before it ended is on its way.
        let mut said = String::new();
        while let Ok(text) = self.errors.recv_timeout(LOOK) {
            said.push_str(&text);
        }
        while let Ok(text) = self.output.recv_timeout(LOOK) {
            said.push_str(&text);
        }
        let limited = self.memory.is_some();
        if said.contains("out of memory")
            || said.contains("memout")
            || (limited && said.contains("bad_alloc"))
        {
            return Reason::Memory;
        }
        let said: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(3).collect();
        let status = match self.child.try_wait() {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        };
        let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
        Reason::Failed(format!("{what}{status}{said}"))
    }
}

impl Solver for Process {
    fn name(&self) -> String {
        self.command[0].clone()
    }

    fn push(&mut self) {
        self.stack.push();
    }

    fn pop(&mut self) {
        if !self.stack.pop() {
            return;
        }
        let depth = self.stack.levels.len();
        if let Some(running) = &mut self.running {
            while running.levels.len() > depth {
                running.levels.pop();
                if running.send("(pop 1)\n").is_err() {
                    self.running = None;
                    return;
                }
            }
        }
    }

    fn assert(&mut self, _: &Terms, formula: Term) {
        self.stack.assert(formula);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer {
        if let Some(answer) = self.stack.plain_answer(terms, assumptions) {
            return answer;
        }
        if limits.is_cancelled() {
            return Answer::Unknown(Reason::Cancelled);
        }
        // On an error the process is dropped, and killed.
        self.query(terms, assumptions, limits).unwrap_or_else(Answer::Unknown)
    }
}

/// Values out of a process.
struct Values<'a> {
    running: &'a mut Running,
    wait: &'a Wait<'a>,
}

impl Ask for Values<'_> {
    fn ask(&mut self, terms: &Terms, questions: &[Question]) -> Result<Vec<Sexpr>, Reason> {
        let mut definitions = String::new();
        let mut asked = String::from("(get-value (");
        let Some((_, said)) = self.running.levels.last() else {
            return Err(Reason::Failed("no level".into()));
        };
        // Every term of the formulas is said; asking must not say more, or the model would be lost.
        let mut said = said.clone();
        for question in questions {
            match question {
                Question::Term(term) => {
                    let text = said.say(terms, *term, &mut definitions);
                    asked.push_str(&text);
                }
                Question::At(array, index) => {
                    let Sort::Array(width, _) = terms.declaration(*array).sort else { continue };
                    let _ = write!(
                        asked,
                        "(select {} {})",
                        smtlib::name(terms, *array),
                        smtlib::bits(width, *index)
                    );
                }
            }
            asked.push(' ');
        }
        asked.push_str("))\n");
        if definitions.contains("declare-fun") {
            return Err(Reason::Failed("a value was asked that the formulas do not have".into()));
        }
        self.running.send(&asked)?;
        let answer = self.running.next(self.wait)?;
        let pairs = answer.list().filter(|pairs| pairs.len() == questions.len());
        let value = |pair: &Sexpr| pair.list().and_then(|items| items.get(1)).cloned();
        pairs
            .and_then(|pairs| pairs.iter().map(value).collect())
            .ok_or_else(|| Reason::Failed(format!("{answer} are not values")))
    }
}
