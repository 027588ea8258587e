import type { Diagnostic } from "../diagnostics.js";
import type { PermissionRequestedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../state/adopt.js";
import { parseLenient } from "./parse.js";
import * as schemas from "./v1/schemas.js";
import { readToolCall } from "./v1/toolCall.js";

/** A request for permission, as far as it could be read; the store gives it its id. */
export type PermissionReading = Omit<
  PermissionRequestedEvent,
  "type" | "permissionId" | "requestId"
>;

/** Reads the params of a `session/request_permission`. */
export function readPermissionRequest(
  params: unknown,
  base: readonly string[],
): { readonly request?: PermissionReading; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = parseLenient(schemas.permissionRequest, params, base);
  if (value === undefined) return { diagnostics };
  const { sessionId, toolCall, options, _meta } = value as JsonObject & PermissionReading;
  const request: PermissionReading = {
    sessionId,
    options,
    ...(toolCall === undefined
      ? {}
      : { toolCall, subject: readToolCall(toolCall as unknown as JsonObject) }),
    ...(isObject(_meta) ? { meta: _meta } : {}),
  };
  return { request, diagnostics };
}
