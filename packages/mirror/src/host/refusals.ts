import { type AcpView, isAcpStoreError } from "@acp-store/core";
import { copyStart, messageOf } from "../errors.js";
import type { ActionRefusal, SettledAnswer } from "../wire.js";
import type { Sees } from "./visibility.js";

/** The sessions that a mirror may see. */
export interface Viewer {
  readonly sees: Sees;
  /** Whether no session is hidden from the mirror. */
  readonly seesAll: boolean;
  /** Whether the messages of errors that are not those of the store are hidden from the mirror. */
  readonly hidesReasons: boolean;
}

/** Returns a text of a mirror as it appears in messages. */
export function quote(text: unknown): string {
  const isLong = typeof text === "string" && text.length > 100;
  return JSON.stringify(isLong ? `${text.slice(0, 100)}…` : text);
}

const MAX_MESSAGE = 2_000;

/** Returns a refusal with a message of limited length. */
export function refusal(
  reason: string,
  message: string,
  details: Pick<ActionRefusal, "code" | "settled"> = {},
): ActionRefusal {
  return { reason, message: copyStart(message, MAX_MESSAGE), ...details };
}

/** Translates an error of the store or the agent. */
export function refusalOf(
  store: AcpView,
  viewer: Viewer,
  error: unknown,
  { name, args: [id] }: { readonly name: string; readonly args: readonly unknown[] },
): ActionRefusal {
  const message = messageFor(store, viewer, error);
  if (!isAcpStoreError(error)) return refusal("failed", message, codeOf(error));
  const { reason } = error;
  if (reason === "already_settled")
    return refusal("already_settled", message, detailsOf(settledAnswer(store, name, String(id))));
  if (reason === "unsupported") return refusal("unsupported", message);
  if (reason === "unknown_option") return refusal("invalid", message);
  return refusal(reason.startsWith("unknown") ? "unknown" : "failed", message);
}

/** Returns the message of an error, or a general one if it may have what the mirror must not see. */
function messageFor(store: AcpView, viewer: Viewer, error: unknown): string {
  const message = messageOf(error);
  if (viewer.hidesReasons && !isAcpStoreError(error))
    return "The owner could not carry out the action. This mirror may not see the reason.";
  if (namesHidden(store, viewer, message))
    return "The owner could not carry out the action. The reason names a session that this mirror may not see.";
  return message;
}

/** Returns whether a text has the id of a session that the mirror may not see. */
function namesHidden(store: AcpView, { seesAll, sees }: Viewer, text: string): boolean {
  if (seesAll) return false;
  const { sessions, catalog } = store.getState();
  return [...sessions.keys(), ...catalog.keys()].some((id) => text.includes(id) && !sees(id));
}

function detailsOf(settled: SettledAnswer | undefined): Pick<ActionRefusal, "settled"> {
  return settled === undefined ? {} : { settled };
}

/** Returns the code of a JSON-RPC error of the agent. */
function codeOf(error: unknown): Pick<ActionRefusal, "code"> {
  const isRpcError = error instanceof Error && "code" in error && typeof error.code === "number";
  return isRpcError ? { code: Number(error.code) } : {};
}

function settledAnswer(store: AcpView, name: string, id: string): SettledAnswer | undefined {
  const { elicitations, sessions } = store.getState();
  if (name === "respondToElicitation") {
    const elicitation = elicitations.get(id);
    return elicitation && { status: elicitation.status, ...reasonOf(elicitation) };
  }
  for (const { permissions } of sessions.values()) {
    const permission = permissions.get(id);
    if (permission === undefined) continue;
    const { status, optionId } = permission;
    return { status, ...(optionId !== undefined && { optionId }), ...reasonOf(permission) };
  }
  return undefined;
}

function reasonOf({ reason }: { readonly reason?: string }): Pick<SettledAnswer, "reason"> {
  return reason === undefined ? {} : { reason };
}
