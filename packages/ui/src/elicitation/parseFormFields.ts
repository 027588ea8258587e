import { toSafePattern } from "./safePattern.js";

/** One field of an elicitation form. */
export interface FormField {
  /** The name of the property in the schema. */
  readonly name: string;
  /** The title of the property, or else its name. */
  readonly label: string;
  /** The description of the property. */
  readonly hint?: string;
  /** Whether the form cannot be sent without a value. */
  readonly isRequired: boolean;
  /** The kind of control. `unknown` means that this page has no control for the field. */
  readonly kind: "text" | "number" | "boolean" | "single_choice" | "multiple_choice" | "unknown";
  /** The values to choose from. Empty for other kinds of controls. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The default value. */
  readonly initial?: string | boolean | readonly string[];
  /** Attributes of the input with which the browser validates the value. */
  readonly constraints: Readonly<Record<string, string | number>>;
}

export type FormAnswers = Readonly<Record<string, unknown>>;

interface SchemaProperty {
  readonly [keyword: string]: unknown;
  readonly type?: unknown;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: "email",
  uri: "url",
  date: "date",
};

/**
 * Parses the JSON Schema of a form into fields, in the order of the schema.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function parseFormFields(
  schema: Readonly<Record<string, unknown>> = {},
): readonly FormField[] {
  const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
  const properties = isPlainObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties)
    .filter((entry): entry is [string, SchemaProperty] => isPlainObject(entry[1]))
    .map(([name, property]) => parseField(name, property, required.has(name)));
}

/** Reads the submitted values with the types of the schema. Omits empty fields. */
export function readFormAnswers(fields: readonly FormField[], data: FormData): FormAnswers {
  const answers: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const value = data.get(name);
    if (kind === "boolean") answers[name] = value !== null;
    else if (kind === "multiple_choice") answers[name] = data.getAll(name);
    else if (typeof value !== "string" || value === "") continue;
    else answers[name] = kind === "number" ? Number(value) : value;
  }
  return answers;
}

function parseField(name: string, property: SchemaProperty, isRequired: boolean): FormField {
  const choices = parseChoices(property.type === "array" ? property["items"] : property);
  const hint = property["description"];
  const initial = parseInitialValue(property["default"]);
  return {
    name,
    label: typeof property["title"] === "string" ? property["title"] : name,
    ...(typeof hint === "string" && hint !== "" && { hint }),
    ...(initial !== undefined && { initial }),
    isRequired,
    kind: getFieldKind(property, choices.length > 0),
    choices,
    constraints: parseConstraints(property),
  };
}

function parseInitialValue(value: unknown): FormField["initial"] {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.filter(isScalar).map(String);
  return typeof value === "string" || typeof value === "boolean" ? value : undefined;
}

function getFieldKind({ type }: SchemaProperty, hasChoices: boolean): FormField["kind"] {
  if (type === "string") return hasChoices ? "single_choice" : "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "boolean";
  return type === "array" && hasChoices ? "multiple_choice" : "unknown";
}

/** Returns the choices of an `enum`, or the titled choices of a `oneOf` or `anyOf`. */
function parseChoices(schema: unknown): FormField["choices"] {
  if (!isPlainObject(schema)) return [];
  const { enum: values, oneOf, anyOf } = schema;
  if (Array.isArray(values))
    return values.filter(isScalar).map((value) => ({ value: String(value), label: String(value) }));
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return titled.filter(isPlainObject).flatMap(({ const: value, title }) => {
    if (!isScalar(value)) return [];
    return [{ value: String(value), label: typeof title === "string" ? title : String(value) }];
  });
}

function parseConstraints(property: SchemaProperty): FormField["constraints"] {
  const constraints: Record<string, string | number> = {};
  if (property.type === "number") constraints["step"] = "any";
  const { format } = property;
  if (typeof format === "string" && Object.hasOwn(INPUT_TYPES, format))
    constraints["type"] = INPUT_TYPES[format] ?? "text";
  for (const [keyword, attribute] of [
    ["minimum", "min"],
    ["maximum", "max"],
    ["minLength", "minLength"],
    ["maxLength", "maxLength"],
  ] as const) {
    const limit = property[keyword];
    if (typeof limit === "number") constraints[attribute] = limit;
  }
  const pattern = toSafePattern(property["pattern"]);
  if (pattern !== undefined) constraints["pattern"] = pattern;
  return constraints;
}

/** Returns whether a value has a text. An object could have a `toString` that is not a function. */
function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
