import type { Diagnostic } from "../diagnostics.js";
import type { PermissionRequestedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import type { PermissionSubject, RequestedToolCall } from "../state/requests.js";
import { parseLenient } from "./parse.js";
import { reservedIn } from "./reserved.js";
import { readToolCallV1, readToolCallV2, RESERVED as RESERVED_OF_CALL } from "./toolCall.js";
import { extraProperty, pick } from "./update.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";

/** A request for permission, as far as it could be read; the store gives it its id. */
export type PermissionReading = Omit<
  PermissionRequestedEvent,
  "type" | "permissionId" | "requestId"
>;

/** What was read of the params. */
interface PermissionRead {
  /** Absent: rejected. */
  readonly request?: PermissionReading;
  /** Where the tool call stands in what was handed in. */
  readonly callPath: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the store says of a permission itself. */
const RESERVED: ReadonlySet<string> = new Set([
  "permissionId",
  "requestId",
  "toolCallId",
  "status",
  "optionId",
  "reason",
  "rule",
  "requestedAt",
  "settledAt",
  "ordinal",
  "turnId",
  "__proto__",
]);

const versions = {
  // There, a subject is nothing that the protocol names.
  1: { schema: v1.permissionRequest, reserved: new Set([...RESERVED, "subject"]) },
  2: { schema: v2.permissionRequest, reserved: RESERVED },
};

/** Reads the params of a `session/request_permission`. */
export function readPermissionRequest(
  version: 1 | 2,
  params: unknown,
  base: readonly string[],
): PermissionRead {
  const { schema, reserved } = versions[version];
  const { value, diagnostics } = parseLenient(schema, params, base);
  if (value === undefined) return { callPath: base, diagnostics };
  const sent = value as JsonObject;
  const call = requestedCall(version, sent);
  const request = {
    ...pick(sent, "sessionId", "options"),
    ...(sent["title"] == null ? {} : { title: sent["title"] }),
    ...(sent["description"] == null ? {} : { description: sent["description"] }),
    ...(isObject(sent["_meta"]) ? { meta: sent["_meta"] } : {}),
    ...extraProperty(sent, new Set([...Object.keys(schema.shape), ...reserved])),
    ...(version === 2 && isObject(sent["subject"])
      ? { subject: sent["subject"] as PermissionSubject }
      : {}),
    ...(call === undefined ? {} : readCall(version, call.sent)),
  };
  const callPath = [...base, ...(call?.path ?? [])];
  const found = [
    ...diagnostics,
    ...reservedIn(sent, reserved, base),
    ...reservedIn(call?.sent ?? {}, RESERVED_OF_CALL, callPath),
  ];
  return { request: request as unknown as PermissionReading, callPath, diagnostics: found };
}

interface RequestedCall {
  readonly sent: JsonObject;
  /** Where it stands in the request. */
  readonly path: readonly string[];
}

/** Version 2 names its subject; earlier drafts have a tool call at the top instead. */
function requestedCall(version: 1 | 2, request: JsonObject): RequestedCall | undefined {
  const { toolCall, subject } = request;
  const isSubject = version === 2 && isObject(subject) && subject["type"] === "tool_call";
  const sent = isSubject ? subject["toolCall"] : toolCall;
  const path = isSubject ? ["subject", "toolCall"] : ["toolCall"];
  return isObject(sent) ? { sent, path } : undefined;
}

/** Version 1 agents send another title, another status or empty values for a call they announced. */
function readCall(
  version: 1 | 2,
  sent: JsonObject,
): Required<Pick<PermissionReading, "toolCall" | "call">> {
  return {
    toolCall: sent as unknown as RequestedToolCall,
    call:
      version === 1
        ? { ...readToolCallV1(sent), rule: "fill" }
        : { ...readToolCallV2(sent), rule: "patch" },
  };
}
