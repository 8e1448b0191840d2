//! JSON against its published schema and back, SARIF against the standard's demands.

use crate::common::{self, *};
use raddle_report::*;
use serde_json::{Value, json};

/// A report with every optional member in it somewhere.
fn full() -> Report {
    let mut report = everything();
    report.errors = [common::syntax_error().errors, compiler_error().errors].concat();
    let launch = Launch {
        block: Some(Dim3([Size::Free, Size::Fixed(2), Size::Fixed(1)])),
        ctas: Ctas::OneForAll([1, 0, 0]),
        options: Options { optimisation: Some(2), ..Options::default() },
        ..Launch::not_given().buffer("a", "a.npy")
    };
    let scope = Scope::every_input(&launch)
        .with("k", 4096)
        .provided("n <= 1024")
        .dead_code(Location::new("k.cu", 9, 1).until(4).with_ptx_line(70));
    let mut race = shift_race();
    race.second.thread.cta = [1, 0, 0];
    let passed =
        Passed { barrier: Barrier::Mbarrier(64), generation: 1, location: Location::line("k.cu", 3) };
    race.unordered = Unordered::ArriveOnly { thread: race.first.thread, passed: passed.clone() };
    race.first.last_barrier = Some(passed.clone());
    race.explanation = Some(Box::new(explanation(&race, passed)));
    let redundant = RedundantBarrier {
        barriers: vec![Barrier::Named(0)],
        locations: vec![Location::line("k.cu", 4), Location::line("k.cu", 5)],
        generations: 1,
        instead_of: Some(Location::line("k.cu", 6)),
    };
    report.kernels.push(
        KernelReport::new("k", "k.cu", launch.ctas(Ctas::All)).result(
            PropertyResult::proved(Property::Contract, scope)
                .diagnostic(Diagnostic::race(race, Language::Cuda.terms()))
                .diagnostic(Diagnostic::redundant_barrier(redundant, Language::Cuda.terms()))
                .diagnostic(Diagnostic::race(
                    Race { unordered: Unordered::DifferentCtas, ..shift_race() },
                    Language::Cuda.terms(),
                )),
        ),
    );
    report.kernels[0].reasoning = Some(reasoning());
    let unknown = Unknown::new(Rule::UnknownData, "the address of this access is not known");
    let in_shared = Scope::every_input(&Launch::new([64, 1, 1], [1, 1, 1]));
    report.kernels.push(
        KernelReport::new("l", "k.cu", Launch::new([64, 1, 1], [1, 1, 1]))
            .result(PropertyResult::unknown(Property::Race, unknown.but_proved(Portion::Shared, in_shared))),
    );
    let stage = |stage, peak_memory| Stage { stage, microseconds: 12, peak_memory };
    report.statistics = Some(Statistics {
        files: vec![FileStatistics { file: "k.cu".into(), stages: vec![stage(StageName::Compile, None)] }],
        kernels: vec![KernelStatistics {
            kernel: "k".into(),
            file: "k.cu".into(),
            runs: 1,
            sizes: Some(Sizes { shared_addresses: Some(7), merged_accesses: Some(9), ..Sizes::default() }),
            flow: Some(raddle_report::Flow::DoWhile),
            contracts: 2,
            questions: Some(raddle_report::Questions { asked: 5, solver: 3, of_reach: 1 }),
            stages: vec![stage(StageName::Run, Some(1 << 20))],
        }],
    });
    report
}

/// All that can be said about how two threads were compared.
fn reasoning() -> Reasoning {
    let at = |line| Location::line("k.cu", line);
    let invariant = UserInvariant { location: at(4), held: Held::Unknown, reason: Some("no time".into()) };
    let variables = [("i", Some("i0 + 4 * rounds")), ("j", None)];
    let variable = |(name, formula): (&str, Option<&str>)| LoopVariable {
        name: name.into(),
        formula: formula.map(str::to_owned),
    };
    Reasoning {
        loops: vec![LoopReasoning {
            location: at(3),
            left_by: Agreement::Cta,
            variables: variables.map(variable).to_vec(),
            invariants: vec!["0 <= j".into()],
            given_up: vec!["j <= n".into()],
            contracts: vec![invariant],
        }],
        barriers: vec![BarrierReasoning {
            location: at(6),
            agreed_by: Agreement::None,
            conditions: vec![BranchCondition {
                location: at(5),
                text: "j < n".into(),
                agreed_by: Agreement::None,
            }],
        }],
        lacking: vec![Lacking {
            property: Property::Race,
            location: at(3),
            variable: "j".into(),
            value: "7".into(),
        }],
    }
}

/// All that can be said about how a race comes about.
fn explanation(race: &Race, passed: Passed) -> Explanation {
    let [a, b] = [&race.first, &race.second];
    Explanation {
        missing: vec![MissingOrder {
            from: a.thread.into(),
            to: b.thread.into(),
            known: Some(passed.clone()),
            learns: Some(passed),
        }],
        moved: Some(MovedBarrier {
            barrier: Barrier::Named(1),
            location: Location::line("k.cu", 8),
            how: RegistrationKind::Arrive,
            way: Way::After,
            over: b.location.clone(),
            access: b.kind,
            thread: b.thread,
        }),
        updates: true,
        warp_waits: vec![WarpWait {
            location: a.location.clone(),
            access: a.kind,
            way: Way::Before,
            lanes: Some(0xffff),
            whole: false,
        }],
        cta_waits: vec![CtaWait {
            location: a.location.clone(),
            access: a.kind,
            way: Way::After,
            whole: true,
            at_loop_end: false,
        }],
    }
}

#[test]
fn the_books_schemas_are_those_of_the_model() {
    for (name, schema) in [("json", json::schema()), ("graph", graph::schema())] {
        let text = format!("{schema:#}\n");
        assert!(
            !text.contains("crate::") && !text.contains("[`"),
            "a description has links of Rust's documentation"
        );
        compare(&format!("../../docs/src/{name}-schema.json"), &text);
    }
}

/// The part of JSON Schema 2020-12 that our schema uses. Pushes to `wrong` what `value` violates, with its
/// path; an unknown keyword is an error, so that no part of the schema goes unchecked.
fn validate(root: &Value, schema: &Value, value: &Value, path: &str, wrong: &mut Vec<String>) {
    let mut check = |ok: bool, what: String| {
        if !ok {
            wrong.push(format!("{path}: {what}"));
        }
    };
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" => {}
            "$ref" => {
                let pointer = rule.as_str().and_then(|r| r.strip_prefix('#')).expect("a local reference");
                let target = root.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not defined"));
                let mut inner = Vec::new();
                validate(root, target, value, path, &mut inner);
                inner.into_iter().for_each(|w| check(false, w));
            }
            "type" => {
                let fits = match rule.as_str().expect("one type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "boolean" => value.is_boolean(),
                    other => panic!("type {other}"),
                };
                check(fits, format!("{value} is no {rule}"));
            }
            "const" => check(value == rule, format!("{value} is not {rule}")),
            "enum" => {
                let allowed = rule.as_array().expect("a list");
                check(allowed.contains(value), format!("{value} is not one of {rule}"));
            }
            "minimum" => {
                check(value.as_f64() >= rule.as_f64(), format!("{value} < {rule}"));
            }
            "maximum" => {
                check(value.as_f64() <= rule.as_f64(), format!("{value} > {rule}"));
            }
            "minItems" => check(length(value) >= rule.as_u64(), format!("fewer than {rule}")),
            "maxItems" => check(length(value) <= rule.as_u64(), format!("more than {rule}")),
            "required" => {
                for name in rule.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    check(value.get(name).is_some(), format!("`{name}` is missing"));
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("an object") {
                    let Some(member) = value.get(name) else { continue };
                    let mut inner = Vec::new();
                    validate(root, rule, member, &format!("{path}/{name}"), &mut inner);
                    inner.into_iter().for_each(|w| check(false, w));
                }
            }
            "additionalProperties" => {
                assert_eq!(rule, false);
                for name in value.as_object().into_iter().flat_map(|object| object.keys()) {
                    check(schema["properties"].get(name).is_some(), format!("`{name}` is not in the schema"));
                }
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    let mut inner = Vec::new();
                    validate(root, rule, item, &format!("{path}/{at}"), &mut inner);
                    inner.into_iter().for_each(|w| check(false, w));
                }
            }
            "oneOf" | "anyOf" => {
                let fits = |branch: &&Value| {
                    let mut inner = Vec::new();
                    validate(root, branch, value, path, &mut inner);
                    inner.is_empty()
                };
                let n = rule.as_array().expect("a list").iter().filter(fits).count();
                let is_enough = n == 1 || keyword == "anyOf" && n > 1;
                check(is_enough, format!("fits {n} of the forms: {value}"));
            }
            other => panic!("the test does not know the keyword {other}"),
        }
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn violations(value: &Value) -> Vec<String> {
    violations_of(&json::schema(), value)
}

fn violations_of(schema: &Value, value: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    validate(schema, schema, value, "", &mut wrong);
    wrong
}

#[test]
fn json_follows_its_schema() {
    let value: Value = serde_json::from_str(&json::render(&full())).unwrap();
    assert_eq!(violations(&value), Vec::<String>::new());
}

#[test]
fn the_schema_rejects_what_is_not_a_report() {
    let good = serde_json::to_value(full()).unwrap();
    let broken = |edit: fn(&mut Value)| {
        let mut value = good.clone();
        edit(&mut value);
        violations(&value)
    };
    assert!(!broken(|v| drop(v.as_object_mut().unwrap().remove("kernels"))).is_empty());
    assert!(!broken(|v| v["surprise"] = json!(1)).is_empty());
    assert!(!broken(|v| v["kernels"][0]["results"][0]["property"] = json!("races")).is_empty());
    assert!(!broken(|v| v["kernels"][0]["results"][1]["verdict"]["kind"] = json!("maybe")).is_empty());
    assert!(!broken(|v| v["kernels"][0]["launch"]["block"] = json!([1, 2])).is_empty());
    assert!(!broken(|v| v["errors"][0]["labels"][0]["location"]["line"] = json!(-1)).is_empty());
}

/// The values that a schema of an enumeration lists, in its order.
fn listed(schema: &Value) -> Vec<Value> {
    let forms = schema["oneOf"].as_array().into_iter().flatten();
    let plain =
        |form: &Value| form["enum"].as_array().cloned().unwrap_or_else(|| vec![form["const"].clone()]);
    schema["enum"].as_array().cloned().unwrap_or_else(|| forms.flat_map(plain).collect())
}

#[test]
fn the_schema_lists_all_rules_and_properties() {
    let schema = json::schema();
    let rules: Vec<Value> = Rule::ALL.iter().map(|rule| json!(rule.id())).collect();
    let properties: Vec<Value> = Property::ALL.iter().map(|property| json!(property.name())).collect();
    assert_eq!(listed(&schema["$defs"]["Rule"]), rules);
    assert_eq!(listed(&schema["$defs"]["Property"]), properties);
    assert_eq!(schema["properties"]["format_version"]["const"], FORMAT_VERSION);
}

#[test]
fn json_round_trips() {
    let report = full();
    let text = json::render(&report);
    assert_eq!(json::parse(&text).unwrap(), report);
    assert_eq!(json::render(&json::parse(&text).unwrap()), text);
    assert!(json::parse("{}").unwrap_err().to_string().contains("format_version"));
}

fn sarif() -> Value {
    serde_json::from_str(&sarif::render(&full())).unwrap()
}

#[test]
fn sarif_obeys_the_standard() {
    let log = sarif();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        // §3.27.10: a result that is no failure has the level `none`.
        assert_eq!(result["level"] == "none", result["kind"] != "fail", "{result}");
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        for place in result["locations"].as_array().unwrap().iter().chain(related) {
            let place = &place["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].is_string());
            for bound in ["startLine", "startColumn", "endColumn"] {
                let value = &place["region"][bound];
                assert!(value.is_null() || value.as_u64().is_some_and(|n| n >= 1), "{place}");
            }
        }
    }
}

#[test]
fn sarif_holds_every_verdict() {
    let (log, report) = (sarif(), full());
    let run = &log["runs"][0];
    let of_kind = |kind: &str| {
        run["results"].as_array().unwrap().iter().filter(|result| result["kind"] == kind).count()
    };
    let tally = report.tally();
    assert_eq!(of_kind("pass"), tally.proved);
    assert_eq!(of_kind("open"), tally.unknown);
    let findings: usize =
        report.kernels.iter().flat_map(|k| &k.results).map(|result| result.diagnostics.len()).sum();
    assert_eq!(of_kind("fail"), findings);
    assert_eq!(run["invocations"][0]["exitCode"], 3);
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let level = |level: &str| notifications.iter().filter(|n| n["level"] == level).count();
    assert_eq!((level("error"), level("warning")), (2, 4), "two errors; four reasons of unknown verdicts");
    let tried = |value: &Value| {
        value["message"]["text"].as_str().unwrap().contains("tried CTA size 32 and 16x16: all proved")
    };
    assert_eq!(
        notifications.iter().filter(|n| tried(n)).count(),
        1,
        "the sizes that were tried are reported"
    );
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.iter().filter(|r| tried(r)).count(), 2, "with each property");
}

#[test]
fn sarif_draws_races_and_deadlocks() {
    let log = sarif();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of = |rule: &str| results.iter().find(|result| result["ruleId"] == rule).unwrap();
    let race = of("race/read-write");
    assert_eq!(race["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
    assert_eq!(race["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 7);
    let flows = of("deadlock/cycle")["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let lines: Vec<&Value> = flows
        .iter()
        .map(|flow| &flow["locations"][0]["location"]["physicalLocation"]["region"]["startLine"])
        .collect();
    assert_eq!(lines, [&json!(3), &json!(6)]);
}

/// A graph with every kind of node, step, end and mark.
fn graph() -> graph::Graph {
    use graph::{Accesses, Act, Column, End, Mark, MarkEnd, MarkKind, Node, Step};
    let place = Location::new("k.cu", 4, 2);
    let step = |act| Step { before: Accesses::default(), act, location: Some(place.clone()) };
    let acts = [Act::Access, Act::Arrive { node: 0 }, Act::Sync { node: 0 }, Act::Skip { node: 1 }];
    let ends = [End::Returned, End::Blocked, End::Stopped, End::Failed { location: place.clone() }];
    let column = |end| Column {
        threads: Threads::new(0..32, [0; 3], 32),
        steps: acts.map(step).to_vec(),
        after: Accesses::default(),
        end,
    };
    let (barrier, expected, arrived) = (Barrier::Named(1), 64, 32);
    let stuck = Node::Barrier { barrier, generation: 1, expected, arrived, complete: false, stuck: true };
    let thread = Thread::new(0, [0; 3], [64, 1, 1], 32);
    let end = MarkEnd { column: 0, step: 0, thread, what: "reads a".into(), location: place.clone() };
    let kinds = [MarkKind::Race, MarkKind::PossibleRace, MarkKind::BenignRace, MarkKind::MissingOrder];
    graph::Graph {
        kernel: "k".into(),
        language: Language::Cuda,
        file: "k.cu".into(),
        launch: "block 64".into(),
        columns: ends.map(column).to_vec(),
        nodes: vec![stuck, Node::More { count: 3 }],
        marks: kinds.map(|kind| Mark { kind, ends: [end.clone(), end.clone()] }).to_vec(),
        more_marks: 2,
    }
}

#[test]
fn the_graph_follows_its_schema() {
    let schema = graph::schema();
    let good: Value = serde_json::from_str(&graph::render(&graph(), graph::Format::Json)).unwrap();
    assert_eq!(violations_of(&schema, &good), Vec::<String>::new());
    assert_eq!(schema["properties"]["format_version"]["const"], graph::GRAPH_VERSION);
    for path in ["/kernel", "/columns/0/end/kind", "/nodes/0/generation", "/marks/3/ends/1/thread"] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = Value::Null;
        assert!(!violations_of(&schema, &bad).is_empty(), "{path}");
    }
}
