import type { ActiveLocation, ChangedFile, Plan, PlanProgress, ToolCall } from "@acp-store/core";
import {
  activeLocationRead,
  changedFilesRead,
  planProgressRead,
  planRead,
  plansRead,
  toolCallIdsRead,
  toolCallsRead,
} from "@acp-store/core/reads";
import type { Signal } from "@angular/core";
import { type MaybeGetter, type SessionOptions, toValue } from "./context.js";
import { injectSessionRead } from "./injectRead.js";

/**
 * Returns the tool calls of a session in first-seen order.
 */
export function injectToolCalls(options?: SessionOptions): Signal<readonly ToolCall[]> {
  return injectSessionRead(toolCallsRead, options);
}

/**
 * Returns the ids of the tool calls in first-seen order: render a component for each id, and an
 * update of a call renders only its row.
 */
export function injectToolCallIds(options?: SessionOptions): Signal<readonly string[]> {
  return injectSessionRead(toolCallIdsRead, options);
}

/**
 * Returns the file and line that the agent works at, so that an editor can follow: a `path` and,
 * if the agent reports it, the 1-based `line`.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 */
export function injectActiveLocation(options?: SessionOptions): Signal<ActiveLocation | undefined> {
  return injectSessionRead(activeLocationRead, options);
}

/**
 * Returns the files that the agent changed, in first-seen order, with their numbers of added and
 * removed lines.
 */
export function injectChangedFiles(options?: SessionOptions): Signal<readonly ChangedFile[]> {
  return injectSessionRead(changedFilesRead, options);
}

/**
 * Returns the plan with an id, or without an id the most recently updated plan; `undefined` if
 * there is none.
 */
export function injectPlan(
  planId?: MaybeGetter<string | undefined>,
  options?: SessionOptions,
): Signal<Plan | undefined> {
  return injectSessionRead((sessionId) => planRead(sessionId, toValue(planId)), options);
}

/**
 * Returns the plans of a session in first-seen order.
 */
export function injectPlans(options?: SessionOptions): Signal<readonly Plan[]> {
  return injectSessionRead(plansRead, options);
}

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated
 * plan; `undefined` if there is nothing to count.
 */
export function injectPlanProgress(
  planId?: MaybeGetter<string | undefined>,
  options?: SessionOptions,
): Signal<PlanProgress | undefined> {
  return injectSessionRead((sessionId) => planProgressRead(sessionId, toValue(planId)), options);
}
