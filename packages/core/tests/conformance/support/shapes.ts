import { type Definitions, definition, nameOf, type Schema } from "./schema.js";

/** A shape of a value: a schema without references and alternatives at its top level. */
export type Shape =
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Field>> }
  | { readonly kind: "list"; readonly items: Schema; readonly minItems: number }
  | { readonly kind: "value"; readonly examples: readonly unknown[] };

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

/** Returns the shapes that a schema allows. */
export function shapesOf(definitions: Definitions, schema: Schema): Shape[] {
  if (schema.$ref !== undefined)
    return shapesOf(definitions, definition(definitions, nameOf(schema.$ref)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  const parts = [
    ...ownShapes(schema),
    ...(schema.allOf ?? []).map((part) => shapesOf(definitions, part)),
    ...(alternatives
      ? [alternatives.flatMap((alternative) => shapesOf(definitions, alternative))]
      : []),
  ];
  if (parts.length === 0) return [{ kind: "value", examples: [{ any: [1] }, "text", null] }];
  return parts.reduce((left, right) => left.flatMap((a) => right.map((b) => mergeShapes(a, b))));
}

function ownShapes(schema: Schema): Shape[][] {
  if (schema.const !== undefined) return [[{ kind: "value", examples: [schema.const] }]];
  if (schema.type === undefined && schema.properties === undefined) return [];
  const types = [schema.type ?? "object"].flat();
  return [types.map((type) => shapeOfType(type, schema))];
}

function shapeOfType(type: string, schema: Schema): Shape {
  if (type === "array")
    return { kind: "list", items: schema.items ?? {}, minItems: schema.minItems ?? 0 };
  if (type !== "object") return { kind: "value", examples: examplesOfType(type, schema) };
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    { schema: field, required: schema.required?.includes(name) ?? false },
  ]);
  return { kind: "object", fields: Object.fromEntries(fields) as Record<string, Field> };
}

function examplesOfType(type: string, { minimum, maximum, contentEncoding }: Schema): unknown[] {
  const lowest = minimum ?? -3;
  switch (type) {
    case "string":
      return [contentEncoding === "base64" ? "aGk=" : "_some text"];
    case "integer":
      // The schema has 64-bit integers, which exceed the safe integers of JavaScript.
      return [lowest, maximum ?? 2 ** 64];
    case "number":
      return [minimum ?? -1.5, maximum ?? 1.5];
    case "boolean":
      return [true, false];
    default:
      return [null];
  }
}

function mergeShapes(a: Shape, b: Shape): Shape {
  if (a.kind !== "object" || b.kind !== "object") return b;
  return { kind: "object", fields: { ...a.fields, ...b.fields } };
}
