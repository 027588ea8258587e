import type { SavingStatus } from "@acp-store/core/reads";
import { isObject, parseObject } from "../parseMessage.js";

// The messages of the channel with the saving of an agent's sessions and with the unsent prompts.

const PREFIX = "saving/";

/** Returns the name of the channel with the saving of an agent's sessions. */
export function savingChannelOf(agentId: string): string {
  return PREFIX + agentId;
}

/** Returns the agent of such a channel. */
export function agentOfSavingChannel(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

/** The state of saving one session. The error itself stays with the owner, because it can name files. */
export interface SentSaving {
  readonly status: SavingStatus;
  readonly lastSavedAt?: number;
}

/** A message from the owner to a page. */
export type SavingMessage =
  /** The state of saving everything, and of the sessions for which it has changed. Sent first. */
  | {
      readonly type: "saving";
      readonly all: SentSaving;
      readonly sessions: Readonly<Record<string, SentSaving>>;
    }
  /** A draft that the page has asked for, or that was changed elsewhere. */
  | {
      readonly type: "draft";
      readonly sessionId: string;
      readonly text: string;
      /** The number of the last change of this page that the text includes or follows. 0 before the first. */
      readonly after: number;
    };

/** A message from a page to the owner: asks for a draft, or changes it. */
export type DraftRequest =
  | { readonly type: "get"; readonly sessionId: string }
  /** Changes are numbered on each channel, from 1 on. */
  | {
      readonly type: "set";
      readonly sessionId: string;
      readonly text: string;
      readonly number: number;
    };

export function encodeSaving(message: DraftRequest | SavingMessage): string {
  return JSON.stringify(message);
}

/** Returns a message of a page, or `undefined` if the text is not one. */
export function parseDraftRequest(text: string): DraftRequest | undefined {
  const { type, sessionId, text: draft, number } = parseObject(text);
  if (typeof sessionId !== "string") return undefined;
  if (type === "get") return { type, sessionId };
  if (type !== "set" || typeof draft !== "string" || typeof number !== "number") return undefined;
  return { type, sessionId, text: draft, number };
}

/** Returns a message of the owner, or `undefined` if the text is not one. */
export function parseSavingMessage(text: string): SavingMessage | undefined {
  const { type, all, sessions, sessionId, text: draft, after } = parseObject(text);
  if (type === "draft" && typeof sessionId === "string" && typeof draft === "string")
    return { type, sessionId, text: draft, after: Number(after) };
  const saving = parseSaving(all);
  if (type !== "saving" || saving === undefined || !isObject(sessions)) return undefined;
  const changed = Object.entries(sessions).flatMap(([id, value]) => {
    const session = parseSaving(value);
    return session === undefined ? [] : [[id, session] as const];
  });
  return { type, all: saving, sessions: Object.fromEntries(changed) };
}

const SAVING_STATUSES: Readonly<Record<SavingStatus, true>> = {
  ok: true,
  failing: true,
  full: true,
  superseded: true,
  unknown_version: true,
};

function parseSaving(value: unknown): SentSaving | undefined {
  if (!isObject(value) || !isSavingStatus(value["status"])) return undefined;
  const { status, lastSavedAt } = value;
  return { status, ...(typeof lastSavedAt === "number" && { lastSavedAt }) };
}

function isSavingStatus(value: unknown): value is SavingStatus {
  return typeof value === "string" && Object.hasOwn(SAVING_STATUSES, value);
}
