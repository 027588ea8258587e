/** One question of a form, as the page can ask it. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired: boolean;
  /** `unknown`: this page has no control for it. */
  readonly kind: "text" | "number" | "boolean" | "one" | "many" | "unknown";
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly initial?: string | boolean | readonly string[];
  /** Attributes of the input that let the browser check it. */
  readonly checks: Readonly<Record<string, string | number>>;
}

export type Answers = Readonly<Record<string, unknown>>;

interface Property {
  readonly [keyword: string]: unknown;
  readonly type?: unknown;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: "email",
  uri: "url",
  date: "date",
};

/**
 * The questions of a form's JSON Schema, in its order.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function formFields(schema: Readonly<Record<string, unknown>> = {}): readonly FormField[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties)
    .filter((entry): entry is [string, Property] => isObject(entry[1]))
    .map(([name, property]) => fieldOf(name, property, required.includes(name)));
}

/** What was filled in, with the types the schema asks for; what was left empty is left out. */
export function answersOf(fields: readonly FormField[], data: FormData): Answers {
  const answers: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const value = data.get(name);
    if (kind === "boolean") answers[name] = value !== null;
    else if (kind === "many") answers[name] = data.getAll(name);
    else if (typeof value !== "string" || value === "") continue;
    else answers[name] = kind === "number" ? Number(value) : value;
  }
  return answers;
}

function fieldOf(name: string, property: Property, isRequired: boolean): FormField {
  const choices = choicesOf(property.type === "array" ? property["items"] : property);
  const hint = property["description"];
  const initial = initialOf(property["default"]);
  return {
    name,
    label: typeof property["title"] === "string" ? property["title"] : name,
    ...(typeof hint === "string" && hint !== "" && { hint }),
    ...(initial !== undefined && { initial }),
    isRequired,
    kind: kindOf(property, choices.length > 0),
    choices,
    checks: checksOf(property),
  };
}

function initialOf(value: unknown): FormField["initial"] {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" || typeof value === "boolean" ? value : undefined;
}

function kindOf({ type }: Property, hasChoices: boolean): FormField["kind"] {
  if (type === "string") return hasChoices ? "one" : "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "boolean";
  return type === "array" && hasChoices ? "many" : "unknown";
}

/** Either bare values, or values with a title each. */
function choicesOf(schema: unknown): FormField["choices"] {
  if (!isObject(schema)) return [];
  const { enum: values, oneOf, anyOf } = schema;
  if (Array.isArray(values))
    return values.map((value) => ({ value: String(value), label: String(value) }));
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return titled.filter(isObject).map((option) => ({
    value: String(option["const"]),
    label: String(option["title"] ?? option["const"]),
  }));
}

function checksOf(property: Property): FormField["checks"] {
  const checks: Record<string, string | number> = {};
  if (property.type === "number") checks["step"] = "any";
  const inputType = INPUT_TYPES[String(property["format"])];
  if (inputType !== undefined) checks["type"] = inputType;
  for (const [keyword, attribute] of [
    ["minimum", "min"],
    ["maximum", "max"],
    ["minLength", "minLength"],
    ["maxLength", "maxLength"],
  ] as const) {
    const limit = property[keyword];
    if (typeof limit === "number") checks[attribute] = limit;
  }
  if (typeof property["pattern"] === "string") checks["pattern"] = property["pattern"];
  return checks;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
