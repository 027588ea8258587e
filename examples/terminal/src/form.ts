import type { Elicitation, ElicitationResponse } from "@acp-store/core";
import { clean } from "./view/text.js";

interface Field {
  readonly type?: unknown;
  readonly title?: string;
  readonly enum?: readonly string[];
}

/** A line of the user; `undefined`: there are no more; `null`: the question is settled. */
type Read = (prompt: string) => Promise<string | null | undefined>;

/**
 * Asks for the fields of a form, one line each; an empty line leaves a field out, and a required
 * one declines the whole form. `undefined`: nobody is there.
 */
export async function fillIn(
  { mode, requestedSchema }: Elicitation,
  read: Read,
): Promise<ElicitationResponse | undefined> {
  // A page to open is nothing for a terminal.
  if (mode !== "form" || !requestedSchema) return { action: "decline" };
  const required = (requestedSchema["required"] ?? []) as readonly string[];
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries((requestedSchema["properties"] ?? {}) as object)) {
    const isRequired = required.includes(name);
    const line = await read(promptFor(name, field as Field, isRequired));
    if (line === undefined) return undefined;
    if (line === null) return { action: "cancel" };
    if (line.trim() !== "") content[name] = valueOf(line.trim(), field as Field);
    else if (isRequired) return { action: "decline" };
  }
  return { action: "accept", content };
}

function promptFor(name: string, { title, enum: values }: Field, isRequired: boolean): string {
  const choice = values ? ` (${values.join(", ")})` : "";
  return clean(`  ${title ?? name}${choice}${isRequired ? " *" : ""}: `);
}

function valueOf(text: string, { type }: Field): unknown {
  if (type === "boolean") return /^(y|yes|true|1)$/i.test(text);
  return type === "integer" || type === "number" ? Number(text) : text;
}
