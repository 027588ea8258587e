import * as z from "zod/mini";
import { presentFields } from "../json.js";
import type { Diagnostic } from "../diagnostics.js";
import type { PermissionRequestedEvent } from "../events/requestEvents.js";
import type { PermissionOption } from "../state/requests.js";
import { stringSchema } from "./commonSchemas.js";
import { parseLenient, reservedFieldDiagnostics, type ReservedFields } from "./parse.js";
import { definedFields, extraProperty } from "./updateFields.js";
import { nullish, openUnion } from "./schema.js";
import { TOOL_CALL_RESERVED, toolCallChangeV1, toolCallChangeV2 } from "./toolCallUpdates.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";

/** The part of a permission event that the request provides. The store adds its own ids. */
export type PermissionRequestFields = Omit<
  PermissionRequestedEvent,
  "type" | "permissionId" | "requestId"
>;

/** The result of parsing a permission request. */
export interface ParsedPermissionRequest {
  /** Absent if the request was rejected. */
  readonly request?: PermissionRequestFields;
  /** The position of the tool call in the value that the caller passed in. */
  readonly callPath: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields of a permission that the store sets itself. */
const PERMISSION_RESERVED: ReservedFields = new Set([
  "permissionId",
  "requestId",
  "toolCallId",
  "status",
  "optionId",
  "reason",
  "rule",
  "policyPending",
  "requestedAt",
  "settledAt",
  "ordinal",
  "turnId",
  "__proto__",
]);
/** Version 1 does not define a subject. */
const RESERVED_V1: ReservedFields = new Set([...PERMISSION_RESERVED, "subject"]);

type SentRequestV1 = z.infer<typeof v1.permissionRequestSchema>;
type SentRequestV2 = z.infer<typeof v2.permissionRequestSchema>;

/** Parses the params of a `session/request_permission`. */
export function parsePermissionRequest(
  version: 1 | 2,
  params: unknown,
  base: readonly string[],
): ParsedPermissionRequest {
  return version === 1 ? parseRequestV1(params, base) : parseRequestV2(params, base);
}

const definedFieldsV1 = definedFields(v1.permissionRequestSchema, ...RESERVED_V1);

function parseRequestV1(params: unknown, base: readonly string[]): ParsedPermissionRequest {
  const { value, diagnostics } = parseLenient(v1.permissionRequestSchema, params, base);
  if (value === undefined) return { callPath: base, diagnostics };
  const { toolCall } = value;
  const callPath = [...base, "toolCall"];
  return {
    request: {
      ...permissionFields(value, definedFieldsV1),
      toolCall,
      // Agents send other values for a call that they have announced, so these only fill gaps.
      call: { ...toolCallChangeV1(toolCall), rule: "fill" },
    },
    callPath,
    diagnostics: [
      ...diagnostics,
      ...duplicateOptionDiagnostics(value.options, base),
      ...reservedFieldDiagnostics(value, RESERVED_V1, base),
      ...reservedFieldDiagnostics(toolCall, TOOL_CALL_RESERVED, callPath),
    ],
  };
}

const definedFieldsV2 = definedFields(v2.permissionRequestSchema, ...PERMISSION_RESERVED);

function parseRequestV2(params: unknown, base: readonly string[]): ParsedPermissionRequest {
  const { value, diagnostics } = parseLenient(v2.permissionRequestSchema, params, base);
  if (value === undefined) return { callPath: base, diagnostics };
  const { subject } = value;
  const { toolCall, path } = requestedToolCall(value);
  const callPath = [...base, ...path];
  return {
    request: {
      ...permissionFields(value, definedFieldsV2),
      ...(subject != null && { subject }),
      ...(toolCall && { toolCall, call: { ...toolCallChangeV2(toolCall), rule: "patch" } }),
    },
    callPath,
    diagnostics: [
      ...diagnostics,
      ...duplicateOptionDiagnostics(value.options, base),
      ...reservedFieldDiagnostics(value, PERMISSION_RESERVED, base),
      ...reservedFieldDiagnostics(toolCall ?? {}, TOOL_CALL_RESERVED, callPath),
    ],
  };
}

/** Returns the `toolCallId` that unparsed params of a `session/request_permission` name. */
export function requestedToolCallId(version: 1 | 2, params: unknown): string | undefined {
  if (version === 1) return parseLenient(callIdSchemas[1], params, []).value?.toolCall.toolCallId;
  const sent = parseLenient(callIdSchemas[2], params, []).value;
  const { subject, toolCall } = sent ?? {};
  return (subject?.type === "tool_call" ? subject.toolCall : toolCall)?.toolCallId;
}

const namedCallSchema = z.object({ toolCallId: stringSchema });
const callIdSchemas = {
  1: z.object({ toolCall: namedCallSchema }),
  2: z.object({
    subject: nullish(openUnion("type", { tool_call: z.object({ toolCall: namedCallSchema }) })),
    toolCall: nullish(namedCallSchema),
  }),
};

/** Returns the tool call of the subject, or the one at the top as earlier drafts have it. */
function requestedToolCall({ toolCall, subject }: SentRequestV2): {
  readonly toolCall: SentRequestV2["toolCall"];
  readonly path: readonly string[];
} {
  if (subject?.type === "tool_call")
    return { toolCall: subject.toolCall, path: ["subject", "toolCall"] };
  return { toolCall, path: toolCall == null ? [] : ["toolCall"] };
}

function permissionFields(sent: SentRequestV1 | SentRequestV2, defined: ReadonlySet<string>) {
  const { sessionId, options, title, description, _meta: meta } = sent;
  return {
    sessionId,
    options,
    ...presentFields({ title, description, meta }),
    ...extraProperty(sent, defined),
  };
}

function duplicateOptionDiagnostics(
  options: readonly PermissionOption[],
  base: readonly string[],
): Diagnostic[] {
  const ids = new Set<string>();
  return options.flatMap(({ optionId }, index) => {
    if (!ids.has(optionId)) {
      ids.add(optionId);
      return [];
    }
    return {
      code: "duplicate_option",
      path: [...base, "options", index, "optionId"],
      message:
        "Expected an id that no earlier option has, because the answer is only this id. No policy answers the request.",
      value: optionId,
    };
  });
}

const permissionResponseSchema = z.object({
  outcome: openUnion("outcome", { selected: z.object({ optionId: stringSchema }) }),
});

/** Parses the client's response. Returns the selected option, or `undefined` if it is cancelled. */
export function parsePermissionResponse(result: unknown): string | undefined {
  const outcome = parseLenient(permissionResponseSchema, result, []).value?.outcome;
  return outcome?.outcome === "selected" ? outcome.optionId : undefined;
}
