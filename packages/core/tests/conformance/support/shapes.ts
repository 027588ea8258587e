import { type Definitions, definition, nameOf, type Schema } from "./schema.js";

/** A shape of a value: a schema without references and alternatives at its top level. */
export type Shape =
  | { readonly is: "object"; readonly fields: Readonly<Record<string, Field>> }
  | { readonly is: "list"; readonly items: Schema; readonly atLeast: number }
  | { readonly is: "value"; readonly examples: readonly unknown[] };

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

/** All the shapes that a schema allows. */
export function shapesOf(definitions: Definitions, schema: Schema): Shape[] {
  if (schema.$ref !== undefined)
    return shapesOf(definitions, definition(definitions, nameOf(schema.$ref)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  const parts = [
    ...ownShapes(schema),
    ...(schema.allOf ?? []).map((part) => shapesOf(definitions, part)),
    ...(alternatives ? [alternatives.flatMap((one) => shapesOf(definitions, one))] : []),
  ];
  if (parts.length === 0) return [{ is: "value", examples: [{ any: [1] }, "text", null] }];
  return parts.reduce((left, right) => left.flatMap((a) => right.map((b) => merged(a, b))));
}

function ownShapes(schema: Schema): Shape[][] {
  if (schema.const !== undefined) return [[{ is: "value", examples: [schema.const] }]];
  if (schema.type === undefined && schema.properties === undefined) return [];
  const types = [schema.type ?? "object"].flat();
  return [types.map((type) => shapeOfType(type, schema))];
}

function shapeOfType(type: string, schema: Schema): Shape {
  if (type === "array")
    return { is: "list", items: schema.items ?? {}, atLeast: schema.minItems ?? 0 };
  if (type !== "object") return { is: "value", examples: examplesOfType(type, schema) };
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    { schema: field, required: schema.required?.includes(name) ?? false },
  ]);
  return { is: "object", fields: Object.fromEntries(fields) as Record<string, Field> };
}

function examplesOfType(type: string, { minimum, maximum, contentEncoding }: Schema): unknown[] {
  const least = minimum ?? -3;
  switch (type) {
    case "string":
      return [contentEncoding === "base64" ? "aGk=" : "_some text"];
    case "integer":
      // Beyond what JavaScript counts exactly: the schema has numbers of 64 bits.
      return [least, maximum ?? 2 ** 64];
    case "number":
      return [minimum ?? -1.5, maximum ?? 1.5];
    case "boolean":
      return [true, false];
    default:
      return [null];
  }
}

function merged(a: Shape, b: Shape): Shape {
  if (a.is !== "object" || b.is !== "object") return b;
  return { is: "object", fields: { ...a.fields, ...b.fields } };
}
