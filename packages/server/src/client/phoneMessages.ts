import type { FileChange } from "@acp-store/core";
import * as z from "zod/mini";

// The messages between a server, the pages that invite phones, and the pages of phones. All ends check them, so
// this file imports nothing of Node.

/** The methods of the requests. */
export const PHONE_METHODS = {
  follow: "phones/follow",
  invite: "phones/invite",
  disconnect: "phones/disconnect",
} as const;

/** A phone that a user has invited. */
export interface Phone {
  /** Identifies the phone. */
  readonly id: string;
  /** The kind of device, such as "iPhone". */
  readonly name: string;
  /** Whether its page is open. */
  readonly isConnected: boolean;
}

/** A link that admits one phone. */
export interface PhoneInvitation {
  /** The address to open on the phone. It works once. */
  readonly link: string;
  /** The time at which the link expires, in ms since the epoch. */
  readonly expiresAt: number;
}

/** The params of `phones/disconnect`. */
export const disconnectParams: z.ZodMiniType<Pick<Phone, "id">> = z.object({ id: z.string() });

/** The progress of `phones/follow`: all phones. */
export const phoneList: z.ZodMiniType<readonly Phone[]> = z.array(
  z.object({ id: z.string(), name: z.string(), isConnected: z.boolean() }),
);

/** The result of `phones/invite`. */
export const phoneInvitation: z.ZodMiniType<PhoneInvitation> = z.object({
  link: z.url({ protocol: /^https?$/ }),
  expiresAt: z.number(),
});

/** The codes with which a server closes the WebSocket of a phone that it has admitted before. */
export const PhoneCloseCode = {
  /** A user has disconnected the phone. */
  disconnected: 4101,
  /** The phone has too many pages open. */
  tooManyPages: 4103,
} as const;

/** The numbers of lines that a change adds and removes. A phone gets them in place of the lines. */
export interface ChangedLines {
  /** The number of added lines. */
  readonly added: number;
  /** The number of removed lines. */
  readonly removed: number;
}

/** The key of the numbers in the `_meta` of a changed file. */
const CHANGED_LINES = "acp-store/changedLines";

/** Returns a change with numbers of lines. */
export function withChangedLines(change: FileChange, lines: ChangedLines): FileChange {
  return { ...change, _meta: { [CHANGED_LINES]: lines } };
}

/**
 * Returns the numbers of lines of a change that a phone has got, or `undefined` if it has none.
 *
 * @example
 * ```ts
 * const { added, removed } = getChangedLines(change) ?? { added: 0, removed: 0 };
 * ```
 */
export function getChangedLines({ _meta }: FileChange): ChangedLines | undefined {
  // Not with a schema, because the page of a phone has no other use for zod.
  const { added, removed } = (_meta?.[CHANGED_LINES] ?? {}) as Partial<ChangedLines>;
  return typeof added === "number" && typeof removed === "number" ? { added, removed } : undefined;
}
