import { dereference, format, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { isObject } from "../json.js";
import { describeSchema } from "./describeSchema.js";
import type { ProtocolSchema } from "./types.js";
import { linkToSpec, listTck, type RuleTable } from "../rule.js";

/** The requirements that every defect of the schema disproves. */
const SCHEMA_TCK = listTck(
  "SCHEMA-001 INIT-001 SESSION-001 PROMPT-001 PROMPT-002 LOAD-001 RESUME-001 LIST-001 DELETE-001 CLOSE-001",
  "SCHEMA-001 SESSION-001 PROMPT-205 PERM-201 RESUME-201 LIST-201 CLOSE-201 DELETE-201 CONFIG-201 CONFIG-203 AUTH-203 AUTH-204",
);

function extendTck(base: typeof SCHEMA_TCK, more: typeof SCHEMA_TCK): typeof SCHEMA_TCK {
  return { 1: [...base[1], ...more[1]], 2: [...base[2], ...more[2]] };
}

export type ValueRuleCode =
  | "missing_field"
  | "wrong_type"
  | "unknown_value"
  | "unprefixed_value"
  | "unknown_field"
  | "out_of_range"
  | "empty_list"
  | "invalid_format"
  | "relative_path"
  | "invalid_line";

export const VALUE_RULES: RuleTable<ValueRuleCode> = {
  missing_field: {
    severity: "violation",
    side: "both",
    text: "A message has all fields that the schema requires.",
    link: linkToSpec("schema"),
    tck: extendTck(SCHEMA_TCK, listTck("", "INIT-203 PROMPT-201 PATCH-201 PATCH-204 PATCH-205")),
  },
  wrong_type: {
    severity: "violation",
    side: "both",
    text: "A field has the type that the schema defines.",
    link: linkToSpec("schema"),
    tck: extendTck(SCHEMA_TCK, listTck("MODES-002", "INIT-201 INIT-204 AUTH-207 META-201")),
  },
  unknown_value: {
    severity: "violation",
    side: "both",
    text: "A field with fixed values has one of the values that the schema lists.",
    link: linkToSpec("schema"),
    tck: SCHEMA_TCK,
  },
  unprefixed_value: {
    severity: "violation",
    side: "both",
    text: "A custom value starts with an underscore. Other values that the schema does not list are reserved for future versions.",
    link: linkToSpec("extensibility"),
    tck: listTck("", "STATE-203 CANCEL-207 AUTH-206 ENUM-201 ENUM-202"),
  },
  unknown_field: {
    severity: "warning",
    side: "both",
    text: "Custom data belongs in _meta. A type of the protocol has no other custom fields.",
    link: linkToSpec("extensibility#the-_meta-field"),
    tck: listTck("SCHEMA-002", "EXT-202 SCHEMA-002"),
  },
  out_of_range: {
    severity: "violation",
    side: "both",
    text: "Numbers and lengths are within the limits of the schema.",
    link: linkToSpec("schema"),
    tck: SCHEMA_TCK,
  },
  empty_list: {
    severity: "violation",
    side: "both",
    text: "A list that offers something, such as the options of a permission request, is not empty.",
    link: linkToSpec("schema"),
    tck: listTck("", "PERM-201"),
  },
  invalid_format: {
    severity: "violation",
    side: "both",
    text: "Strings have the format that the schema defines: URIs have a scheme, dates are ISO 8601, binary data is base64.",
    link: linkToSpec("schema"),
    tck: listTck("", "PATCH-207"),
  },
  relative_path: {
    severity: "violation",
    side: "both",
    text: "All file paths in the protocol are absolute.",
    link: linkToSpec("overview#argument-requirements"),
    tck: listTck("SESSION-001", "LIST-204 PATCH-206"),
  },
  invalid_line: {
    severity: "violation",
    side: "both",
    text: "Line numbers start at 1.",
    link: linkToSpec("overview#argument-requirements"),
    tck: listTck("", ""),
  },
};

/** A place in a message that does not have the form that the schema defines. */
export interface SchemaProblem {
  readonly code: ValueRuleCode;
  /** The keys and indices that lead to the place. */
  readonly path: readonly string[];
  readonly message: string;
  /** The expected value, in the notation of TypeScript types. */
  readonly expected: string;
  /** The value at the place; `undefined` if there is none. */
  readonly actual: unknown;
}

/** The beginning of a sentence about a limit, by keyword. */
const LIMITS = {
  minimum: "at least",
  maximum: "at most",
  minLength: "a text with a length of at least",
} as const;

/** Validates values against the definitions of a schema. */
export type ValueValidator = (definition: string, value: unknown) => SchemaProblem[];

/** Creates a validator for a protocol version. */
export function createValueValidator({ definitions }: ProtocolSchema): ValueValidator {
  const lookup = dereference({ $defs: definitions });
  format["base64"] = isBase64;

  return (definition, value) => {
    const schema = definitions[definition];
    if (schema === undefined) return [];
    const json = toJson(value);
    const { valid, errors } = validate(json, schema, "2020-12", lookup, false);
    if (valid) return [];
    const problems = new Map<string, SchemaProblem>();
    for (const error of errors.filter((unit) => !isInChoice(unit, errors)))
      for (const problem of toProblems(error, json, schema, definitions)) {
        const key = problem.path.join("/");
        // The first problem of a value explains it best: it has the wrong type, say.
        if (!problems.has(key)) problems.set(key, problem);
      }
    return [...problems.values()];
  };
}

/**
 * Returns a value as it is on the wire. A message that a program has created may have fields that are
 * `undefined`, which the validator refuses.
 */
function toJson(value: unknown): unknown {
  return hasUndefined(value) ? JSON.parse(JSON.stringify(value) ?? "null") : value;
}

function hasUndefined(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  return Object.values(value).some(hasUndefined);
}

/** Returns whether an error is one of the reasons why no alternative of a choice fits. */
function isInChoice({ keywordLocation }: OutputUnit, errors: readonly OutputUnit[]): boolean {
  return errors.some(
    ({ keyword, keywordLocation: choice }) =>
      keyword === "anyOf" && keywordLocation.startsWith(`${choice}/`),
  );
}

function toProblems(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  root: unknown,
  rootSchema: Schema,
  definitions: Readonly<Record<string, Schema>>,
): SchemaProblem[] {
  const path = parsePointer(instanceLocation);
  const schema = findSchema(parsePointer(keywordLocation).slice(0, -1), rootSchema, definitions);
  const isName = keywordLocation.endsWith("/propertyNames/enum");
  const actual = findValue(root, path);
  const expected = describeSchema(schema, definitions);
  const problem = (code: ValueRuleCode, message: string): SchemaProblem[] => [
    { code, path, message, expected, actual },
  ];

  switch (keyword) {
    case "type":
      return problem("wrong_type", `Expected ${expected}, got ${nameOf(actual)}.`);
    case "enum":
      if (isName) return [unknownField(path, schema, actual)];
      return problem("unknown_value", `Expected ${expected}, got ${abbreviate(actual)}.`);
    case "format":
    case "pattern":
      if (schema["x-format"] !== undefined)
        return problem(
          schema["x-format"] === "an absolute path" ? "relative_path" : "invalid_format",
          `Expected ${String(schema["x-format"])}, got ${abbreviate(actual)}.`,
        );
      return problem(
        "unprefixed_value",
        `${abbreviate(actual)} is neither a value of the protocol nor a custom value, which starts with an underscore.`,
      );
    case "minItems":
      return problem("empty_list", "The list has no items.");
    case "minimum":
    case "maximum":
    case "minLength":
      return problem(
        path.at(-1) === "line" ? "invalid_line" : "out_of_range",
        `Expected ${LIMITS[keyword]} ${String(schema[keyword])}, got ${abbreviate(actual)}.`,
      );
    case "required":
      return (schema.required ?? [])
        .filter((name) => !isObject(actual) || !Object.hasOwn(actual, name))
        .map((name) => missingField(path, name, rootSchemaOf(schema, name), definitions));
    case "anyOf":
      return [missingChoice(path, schema)];
    default:
      return [];
  }
}

function rootSchemaOf(schema: Schema, name: string): Schema | boolean | undefined {
  return schema.properties?.[name];
}

function missingField(
  path: readonly string[],
  name: string,
  schema: Schema | boolean | undefined,
  definitions: Readonly<Record<string, Schema>>,
): SchemaProblem {
  const expected = describeSchema(schema, definitions);
  const message = `The required field ${JSON.stringify(name)} is missing.`;
  return { code: "missing_field", path: [...path, name], message, expected, actual: undefined };
}

/** One of several fields is required, and the object has none of them. */
function missingChoice(path: readonly string[], { anyOf = [] }: Schema): SchemaProblem {
  const names = anyOf.flatMap(({ required = [] }) => required);
  const message = `One of the fields ${names.map((name) => JSON.stringify(name)).join(" and ")} is required.`;
  const expected = names.map((name) => `{ ${name}: … }`).join(" | ");
  return { code: "missing_field", path, message, expected, actual: undefined };
}

function unknownField(path: readonly string[], schema: Schema, actual: unknown): SchemaProblem {
  const names: readonly unknown[] = schema.enum ?? [];
  return {
    code: "unknown_field",
    path,
    message: `The protocol does not define the field ${JSON.stringify(path.at(-1))} here.`,
    expected: names.join(" | "),
    actual,
  };
}

/** Finds the schema that a keyword location leads to. */
function findSchema(
  keywords: readonly string[],
  root: Schema,
  definitions: Readonly<Record<string, Schema>>,
): Schema {
  let schema: unknown = root;
  for (const keyword of keywords) {
    if (!isObject(schema) && !Array.isArray(schema)) return {};
    const next: unknown = Reflect.get(schema, keyword);
    schema =
      keyword === "$ref" && typeof next === "string"
        ? definitions[next.replace("#/$defs/", "")]
        : next;
  }
  return isObject(schema) ? schema : {};
}

function findValue(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  return value;
}

function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Formats a value for the text of a problem. Long strings, such as images, are cut. */
function abbreviate(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Names the type of a JSON value. */
function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value)
    ? "an array"
    : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

/** Returns whether a text is valid base64. It may be long: one pattern for all of it would exceed the stack. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
