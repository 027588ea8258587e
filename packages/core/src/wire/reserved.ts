import type { Diagnostic } from "../diagnostics.js";
import type { JsonObject } from "../json.js";

/** What was left out of a message because the store uses the names itself. */
export function reservedIn(
  sent: JsonObject,
  names: ReadonlySet<string>,
  path: Diagnostic["path"],
): Diagnostic[] {
  return Object.keys(sent)
    .filter((field) => names.has(field))
    .map((field) => ({
      code: "reserved_field",
      path: [...path, field],
      message: `The store keeps something of its own under "${field}". The field was left out.`,
      value: sent[field],
    }));
}
