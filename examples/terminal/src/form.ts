import type { Elicitation, ElicitationResponse } from "@acp-store/core";
import { type SafeText, text } from "./view/text.js";

/** A field of the form, from its JSON schema. */
interface FormField {
  readonly type?: unknown;
  readonly title?: string;
  readonly enum?: readonly string[];
}

/** Resolves with a line, or with `undefined` at the end of the input. */
type ReadAnswer = (label: SafeText) => Promise<string | undefined>;

/**
 * Asks the user for each field of a form. An empty line skips a field; skipping a required field
 * declines the form. A form without fields is a question. Resolves with `undefined` if the input ends first.
 */
export async function fillInForm(
  { mode, requestedSchema, buttons }: Elicitation,
  readAnswer: ReadAnswer,
): Promise<ElicitationResponse | undefined> {
  // A terminal cannot open a page in a browser.
  if (mode !== "form" || !requestedSchema) return { action: "decline" };
  const required = (requestedSchema["required"] ?? []) as readonly string[];
  const content: Record<string, unknown> = {};
  const fields = Object.entries((requestedSchema["properties"] ?? {}) as object);
  if (fields.length === 0) {
    const line = await readAnswer(text`  ${buttons?.accept ?? "Continue"}? (y/n): `);
    return line === undefined ? line : { action: isYes(line) ? "accept" : "decline", content };
  }
  for (const [name, field] of fields) {
    const isRequired = required.includes(name);
    const line = await readAnswer(formatFieldLabel(name, field as FormField, isRequired));
    if (line === undefined) return undefined;
    if (line.trim() !== "") content[name] = parseFieldValue(line.trim(), field as FormField);
    else if (isRequired) return { action: "decline" };
  }
  return { action: "accept", content };
}

function formatFieldLabel(
  name: string,
  { title, enum: values }: FormField,
  isRequired: boolean,
): SafeText {
  const choices = values ? ` (${values.join(", ")})` : "";
  return text`  ${title ?? name}${choices}${isRequired ? " *" : ""}: `;
}

function parseFieldValue(text: string, { type }: FormField): unknown {
  if (type === "boolean") return isYes(text);
  return type === "integer" || type === "number" ? Number(text) : text;
}

const isYes = (line: string): boolean => /^(y|yes|true|1)$/i.test(line.trim());
