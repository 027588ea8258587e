import type { Diagnostic } from "../diagnostics.js";
import type { PermissionRequestedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../state/adopt.js";
import type { PermissionSubject, RequestedToolCall } from "../state/requests.js";
import { parseLenient } from "./parse.js";
import { readToolCallV1, readToolCallV2 } from "./toolCall.js";
import { pick } from "./update.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";

/** A request for permission, as far as it could be read; the store gives it its id. */
export type PermissionReading = Omit<
  PermissionRequestedEvent,
  "type" | "permissionId" | "requestId"
>;

/** Reads the params of a `session/request_permission`. */
export function readPermissionRequest(
  version: 1 | 2,
  params: unknown,
  base: readonly string[],
): { readonly request?: PermissionReading; readonly diagnostics: readonly Diagnostic[] } {
  const schema = version === 1 ? v1.permissionRequest : v2.permissionRequest;
  const { value, diagnostics } = parseLenient(schema, params, base);
  if (value === undefined) return { diagnostics };
  const sent = value as JsonObject;
  const request = {
    ...pick(sent, "sessionId", "options"),
    ...(isObject(sent["_meta"]) ? { meta: sent["_meta"] } : {}),
    ...(version === 1 ? readCallV1(sent) : readSubjectV2(sent)),
  };
  return { request: request as unknown as PermissionReading, diagnostics };
}

type Subject = Pick<PermissionReading, "title" | "description" | "toolCall" | "subject" | "call">;

/** Version 1 agents send another title, another status or empty values for a call they announced. */
function readCallV1({ toolCall }: JsonObject): Subject {
  const call = toolCall as JsonObject;
  return {
    toolCall: call as unknown as RequestedToolCall,
    call: { ...readToolCallV1(call), rule: "fill" },
  };
}

/** Version 2 names its subject; earlier drafts have a tool call at the top instead. */
function readSubjectV2(sent: JsonObject): Subject {
  const subject = isObject(sent["subject"]) ? sent["subject"] : undefined;
  const nested = subject?.["type"] === "tool_call" ? subject["toolCall"] : sent["toolCall"];
  const call = isObject(nested) ? nested : undefined;
  return {
    ...(sent["title"] == null ? {} : { title: sent["title"] as string }),
    ...(sent["description"] == null ? {} : { description: sent["description"] as string }),
    ...(subject === undefined ? {} : { subject: subject as PermissionSubject }),
    ...(call === undefined
      ? {}
      : {
          toolCall: call as unknown as RequestedToolCall,
          call: { ...readToolCallV2(call), rule: "patch" as const },
        }),
  };
}
