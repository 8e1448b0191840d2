//! The report as JSON: all of the data, nothing added. `docs/src/json-schema.json` describes it.

use crate::model::report::Report;

/// The report as indented JSON with a final newline.
#[must_use]
pub fn render(report: &Report) -> String {
    let value = serde_json::to_value(report).unwrap_or_else(|error| {
        // No type of the model can fail to serialise: no map, no non-string key, no foreign serialiser.
        serde_json::json!({ "error": format!("the report cannot be written as JSON: {error}") })
    });
    format!("{value:#}\n")
}

/// The report that `text` holds.
///
/// # Errors
/// When `text` is not JSON, or not a report of this version's form; the error says where.
pub fn parse(text: &str) -> Result<Report, serde_json::Error> {
    serde_json::from_str(text)
}
