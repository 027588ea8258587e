import type { Schema } from "@cfworker/json-schema";
import { lookUp } from "../lookUp.js";

/** The names of types in JSON Schema that TypeScript writes differently. */
const TYPE_NAMES: Readonly<Record<string, string>> = { integer: "number", array: "unknown[]" };

/**
 * Describes the values that a schema accepts, in the notation of TypeScript types. Objects show their
 * fields; objects inside of them show only the name of their definition.
 */
export function describeSchema(
  schema: Schema | boolean | undefined,
  definitions: Readonly<Record<string, Schema>>,
  isInner = false,
): string {
  if (typeof schema !== "object") return "unknown";
  const describe = (part: Schema | boolean | undefined): string =>
    describeSchema(part, definitions, true);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/$defs/", "");
    return isInner ? name : describeSchema(definitions[name], definitions);
  }
  const format: unknown = schema["x-format"];
  const values = listAcceptedValues(schema);
  const types = [schema.type ?? []].flat();
  if (values.length > 0) {
    const custom = schema["x-values"] === undefined ? [] : ["`_${string}`"];
    const nullable = types.includes("null") && !values.includes(null) ? ["null"] : [];
    return [...values.map((value) => JSON.stringify(value)), ...custom, ...nullable].join(" | ");
  }
  if (schema.if !== undefined && schema.then === undefined && schema.type === undefined)
    return `${describeSchema(schema.else, definitions, isInner)} | null`;
  if (schema.items !== undefined) {
    const item = Array.isArray(schema.items) ? "unknown" : describe(schema.items);
    const list = /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
    const others = types.filter((type) => type !== "array").map(nameType);
    return [list, ...others].join(" | ");
  }
  if (schema.properties !== undefined && !isInner) return describeFields(schema, describe);
  if (types.length === 0) return "unknown";
  const limit = schema.minimum === undefined ? "" : `at least ${schema.minimum}`;
  const comment = typeof format === "string" ? format : limit;
  const names = [...new Set(types.map(nameType))].join(" | ");
  return comment === "" ? names : `${names} /* ${comment} */`;
}

function describeFields(
  { properties = {}, required = [] }: Schema,
  describe: (part: Schema | boolean) => string,
): string {
  const fields = Object.entries(properties)
    .filter(([name]) => name !== "_meta")
    .map(([name, part]) => `${name}${required.includes(name) ? "" : "?"}: ${describe(part)}`);
  return `{ ${fields.join("; ")} }`;
}

/** Returns the values that a schema lists. */
function listAcceptedValues(schema: Schema): unknown[] {
  const open: unknown = schema["x-values"];
  if (Array.isArray(open)) return open;
  return schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
}

function nameType(type: string): string {
  return lookUp(TYPE_NAMES, type) ?? type;
}
