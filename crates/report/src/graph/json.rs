//! The graph as JSON: the model, with the version of its form. `docs/src/graph-schema.json` describes it.

use super::Graph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the JSON form; it grows when a reader of the old form would misread the new one.
pub const GRAPH_VERSION: u32 = 1;

/// What `raddle check --graph FILE.json` writes.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "raddle barrier dependence graph")]
struct Versioned<G> {
    /// The version of this form.
    #[schemars(extend("const" = GRAPH_VERSION))]
    format_version: u32,
    #[serde(flatten)]
    graph: G,
}

/// The graph as indented JSON with a final newline.
pub(super) fn render(graph: &Graph) -> String {
    let value = serde_json::to_value(Versioned { format_version: GRAPH_VERSION, graph });
    // No type of the model can fail to serialise: no map, no non-string key, no foreign serialiser.
    let value = value.unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }));
    format!("{value:#}\n")
}

/// The graph that `text` holds.
///
/// # Errors
/// When `text` is not JSON, or not a graph of this version's form; the error says where.
pub fn parse(text: &str) -> Result<Graph, serde_json::Error> {
    serde_json::from_str::<Versioned<Graph>>(text).map(|versioned| versioned.graph)
}

/// The schema of this form, as JSON Schema 2020-12. `docs/src/graph-schema.json` is this.
#[must_use]
pub fn schema() -> serde_json::Value {
    crate::json::schema_of::<Versioned<Graph>>()
}
