import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { ElicitationRequestedEvent } from "../events/requestEvents.js";
import { metaSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { isRequestId } from "./jsonRpc.js";
import { parseLenient, reservedFieldDiagnostics, type ReservedFields } from "./parse.js";
import { omitFields } from "./updateFields.js";
import { nullish, openUnion, optional } from "./schema.js";

const elicitationFields = {
  sessionId: optionalStringSchema,
  toolCallId: optionalStringSchema,
  message: stringSchema,
  _meta: metaSchema,
};
const requestSchema = openUnion(
  "mode",
  {
    form: z.object({
      ...elicitationFields,
      requestedSchema: z.looseObject({}),
      url: optional(stringSchema),
      elicitationId: optional(stringSchema),
    }),
    url: z.object({
      ...elicitationFields,
      elicitationId: stringSchema,
      url: stringSchema,
      requestedSchema: optional(z.looseObject({})),
    }),
  },
  // A mode that is not known may have the same fields, and `Elicitation` promises their types.
  z.object({
    ...elicitationFields,
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
const RESERVED_FIELDS = [
  "buttons",
  "scopeRequestId",
  "urlElicitationId",
  "status",
  "reason",
  "content",
  "completed",
  "requestedAt",
  "settledAt",
  "turnId",
] as const;
const ELICITATION_RESERVED: ReservedFields = new Set(RESERVED_FIELDS);

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
  const scopeRequestId: unknown = Reflect.get(value, "requestId");
  const sent = omitFields(
    value,
    "sessionId",
    "requestId",
    "elicitationId",
    "__proto__",
    ...RESERVED_FIELDS,
  );
  return {
    request: {
      ...(sessionId != null && { sessionId }),
      request: {
        ...sent,
        ...(isRequestId(scopeRequestId) && scopeRequestId !== null && { scopeRequestId }),
        ...(urlElicitationId !== undefined && { urlElicitationId }),
      },
    },
    diagnostics: [...diagnostics, ...reservedFieldDiagnostics(value, ELICITATION_RESERVED, base)],
  };
}

const elicitationResponseSchema = openUnion("action", {
  accept: z.object({ content: nullish(z.looseObject({})) }),
  decline: z.object({}),
});

/** Parses the client's response to an elicitation. A malformed response counts as cancelled. */
export function parseElicitationResponse(
  result: unknown,
):
  | { action: "accept"; content?: Readonly<Record<string, unknown>> }
  | { action: "decline" | "cancel" } {
  const { value } = parseLenient(elicitationResponseSchema, result, []);
  switch (value?.action) {
    case "accept":
      return { action: "accept", ...(value.content != null && { content: value.content }) };
    case "decline":
      return { action: "decline" };
    default:
      return { action: "cancel" };
  }
}
