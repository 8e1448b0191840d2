//! The report as JSON: all of the data, nothing added. `docs/src/json-schema.json` describes it.

use crate::model::report::Report;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

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

/// The schema of what [`render`] writes, as JSON Schema 2020-12. `docs/src/json-schema.json` is this.
#[must_use]
pub fn schema() -> Value {
    schema_of::<Report>()
}

/// The schema of what is written for a type: no member that is not named there.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(Closed);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// What every schema of the model has in common: no member that is not named, nothing that is `null`, as members that are absent are left
/// out, and no names of Rust's types, which the standard does not know.
#[derive(Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        if schema.get("properties").is_some() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        schema.remove("format");
        // Of the documentation of a type, which is for programmers, only the first paragraph.
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        }
        let null = Value::from("null");
        if let Some(Value::Array(types)) = schema.get_mut("type") {
            types.retain(|one| *one != null);
            if let [one] = &types[..] {
                let one = one.clone();
                schema.insert("type".to_owned(), one);
            }
        }
        if let Some(Value::Array(forms)) = schema.get_mut("anyOf") {
            forms.retain(|form| form["type"] != null);
            if let [Value::Object(one)] = &forms[..] {
                let one = one.clone();
                schema.remove("anyOf");
                one.into_iter().for_each(|(keyword, rule)| drop(schema.insert(keyword, rule)));
            }
        }
        transform_subschemas(self, schema);
    }
}
