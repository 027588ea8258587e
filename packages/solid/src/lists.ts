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
import type { Accessor } from "solid-js";
import { access, type MaybeAccessor, type SessionOptions } from "./context.js";
import { useSessionRead } from "./useRead.js";

/**
 * Returns the tool calls of a session in first-seen order.
 */
export function useToolCalls(options?: SessionOptions): Accessor<readonly ToolCall[]> {
  return useSessionRead(toolCallsRead, options);
}

/**
 * Returns the ids of the tool calls in first-seen order: render a component for each id, and an
 * update of a call renders only its row.
 */
export function useToolCallIds(options?: SessionOptions): Accessor<readonly string[]> {
  return useSessionRead(toolCallIdsRead, options);
}

/**
 * Returns the file and line that the agent works at, so that an editor can follow: a `path` and,
 * if the agent reports it, the 1-based `line`.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 */
export function useActiveLocation(options?: SessionOptions): Accessor<ActiveLocation | undefined> {
  return useSessionRead(activeLocationRead, options);
}

/**
 * Returns the files that the agent changed, in first-seen order, with their numbers of added and
 * removed lines.
 */
export function useChangedFiles(options?: SessionOptions): Accessor<readonly ChangedFile[]> {
  return useSessionRead(changedFilesRead, options);
}

/**
 * Returns the plan with an id, or without an id the most recently updated plan; `undefined` if
 * there is none.
 */
export function usePlan(
  planId?: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Plan | undefined> {
  return useSessionRead((sessionId) => planRead(sessionId, access(planId)), options);
}

/**
 * Returns the plans of a session in first-seen order.
 */
export function usePlans(options?: SessionOptions): Accessor<readonly Plan[]> {
  return useSessionRead(plansRead, options);
}

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated
 * plan; `undefined` if there is nothing to count.
 */
export function usePlanProgress(
  planId?: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<PlanProgress | undefined> {
  return useSessionRead((sessionId) => planProgressRead(sessionId, access(planId)), options);
}
