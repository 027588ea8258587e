import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { ElicitationRequestedEvent } from "../events/event.js";
import { isObject } from "../json.js";
import { metaSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { parseLenient } from "./parse.js";
import { nullish, openUnion, optional } from "./schema.js";
import { omitFields, reservedFieldDiagnostics, type ReservedFields } from "./updateKind.js";

const commonFields = {
  sessionId: optionalStringSchema,
  toolCallId: optionalStringSchema,
  message: stringSchema,
  _meta: metaSchema,
};
const requestSchema = openUnion(
  "mode",
  {
    form: z.object({
      ...commonFields,
      requestedSchema: z.looseObject({}),
      url: optional(stringSchema),
      elicitationId: optional(stringSchema),
    }),
    url: z.object({
      ...commonFields,
      elicitationId: stringSchema,
      url: stringSchema,
      requestedSchema: optional(z.looseObject({})),
    }),
  },
  // A mode that is not known may have the same fields, and `Elicitation` promises their types.
  z.object({
    ...commonFields,
    mode: stringSchema,
    requestedSchema: optional(z.looseObject({})),
    url: optional(stringSchema),
    elicitationId: optional(stringSchema),
  }),
);

/** The part of an elicitation event that the request provides. The store adds its own ids. */
export type ElicitationRequestFields = Omit<
  ElicitationRequestedEvent,
  "type" | "elicitationId" | "requestId"
>;

/** The fields of an elicitation that the store sets itself. */
const RESERVED: ReservedFields = new Set([
  "scopeRequestId",
  "urlElicitationId",
  "status",
  "reason",
  "content",
  "completed",
  "requestedAt",
  "settledAt",
  "turnId",
]);

/**
 * Parses the params of an `elicitation/create`: a form, a URL, or an unknown mode.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function parseElicitationRequest(
  params: unknown,
  base: readonly string[],
): { readonly request?: ElicitationRequestFields; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = parseLenient(requestSchema, params, base);
  if (value === undefined) return { diagnostics };
  const { sessionId, elicitationId: urlElicitationId } = value;
  const scopeRequestId = parseLenient(
    scopeRequestIdSchema,
    Reflect.get(value, "requestId"),
    [],
  ).value;
  return {
    request: {
      ...(sessionId != null && { sessionId }),
      request: {
        ...omitFields(
          value,
          "sessionId",
          "requestId",
          "elicitationId",
          "scopeRequestId",
          "urlElicitationId",
          "status",
          "reason",
          "content",
          "completed",
          "requestedAt",
          "settledAt",
          "turnId",
          "__proto__",
        ),
        ...(scopeRequestId !== undefined && { scopeRequestId }),
        ...(urlElicitationId !== undefined && { urlElicitationId }),
      },
    },
    diagnostics: [...diagnostics, ...reservedFieldDiagnostics(value, RESERVED, base)],
  };
}

const scopeRequestIdSchema = z.union([z.string(), z.number()]);

const acceptSchema = z.object({
  action: z.literal("accept"),
  content: nullish(z.looseObject({})),
});

/** Parses the client's answer to an elicitation. A malformed answer counts as cancelled. */
export function parseElicitationResponse(
  result: unknown,
):
  | { action: "accept"; content?: Readonly<Record<string, unknown>> }
  | { action: "decline" | "cancel" } {
  const { value } = parseLenient(acceptSchema, result, []);
  if (value !== undefined) {
    const { action, content } = value;
    return { action, ...(content != null && { content }) };
  }
  return { action: isObject(result) && result["action"] === "decline" ? "decline" : "cancel" };
}
