import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { ElicitationRequestedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import { meta, optionalString, string } from "./blocks.js";
import { parseLenient } from "./parse.js";
import { reservedIn } from "./reserved.js";
import { openUnion } from "./schema.js";
import { omit, pick } from "./update.js";

const scope = {
  sessionId: optionalString,
  toolCallId: optionalString,
  message: string,
  _meta: meta,
};
const request = openUnion(
  "mode",
  {
    form: z.object({ ...scope, requestedSchema: z.object({}) }),
    url: z.object({ ...scope, elicitationId: string, url: string }),
  },
  z.object({ ...scope, mode: string }),
);

/** An elicitation, as far as it could be read; the store gives it its id. */
export type ElicitationReading = Omit<ElicitationRequestedEvent, "type" | "id" | "requestId">;

/**
 * Reads the params of an `elicitation/create`: a form, a URL, or a mode that is not known.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function readElicitation(
  params: unknown,
  base: readonly string[],
): { readonly request?: ElicitationReading; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = parseLenient(request, params, base);
  if (value === undefined) return { diagnostics };
  const { sessionId, requestId: scope, ...sent } = value as JsonObject;
  const reading = {
    ...(typeof sessionId === "string" ? { sessionId } : {}),
    request: {
      ...omit(sent, ...RESERVED, "__proto__"),
      ...(isRequestId(scope) ? { scopeRequestId: scope } : {}),
    },
  };
  return {
    request: reading as unknown as ElicitationReading,
    diagnostics: [...diagnostics, ...reservedIn(sent, RESERVED, base)],
  };
}

/** What the store itself says of an elicitation. */
const RESERVED: ReadonlySet<string> = new Set([
  "id",
  "scopeRequestId",
  "status",
  "reason",
  "content",
  "completed",
  "requestedAt",
  "settledAt",
  "turnId",
]);

function isRequestId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Reads what the client answered; anything else counts as cancelled. */
export function readElicitationAnswer(
  result: unknown,
): { action: "accept"; content?: JsonObject } | { action: "decline" | "cancel" } {
  const { action, content } = isObject(result) ? pick(result, "action", "content") : {};
  if (action === "accept") return { action, ...(isObject(content) && { content }) };
  return { action: action === "decline" ? "decline" : "cancel" };
}
