import type { Meta } from "../state/content.js";
import type { SessionId, ToolCall, ToolCallStoreField } from "../state/entities.js";

// Types that several events share.

/**
 * A patch of `_meta`: `null` clears it, `set` replaces top-level keys, `unset` removes top-level
 * keys. It can express the rules of both protocol versions.
 */
export type MetaPatch = null | { readonly set: Meta; readonly unset?: readonly string[] };

/** The fields of an entity to change. Absent: unchanged. `null`: reset to the default. */
export type EntityPatch<Entity> = {
  readonly [Field in keyof Entity]?: Exclude<Entity[Field], undefined> | null;
};

/** The fields of a tool call to change. */
export type ToolCallPatch = EntityPatch<
  Omit<ToolCall, "toolCallId" | "_meta" | ToolCallStoreField>
>;

/** The message that describes a tool call: its announcement, an update, or a permission request. */
export type ToolCallOrigin = "create" | "update" | "permission";

/** The fields of an event that belongs to a session. */
export interface InSession {
  /** The session that the event belongs to. */
  readonly sessionId: SessionId;
}

/** The fields of an event whose update may have fields that the protocol does not define. */
export interface WithExtra {
  /** The fields that the protocol does not define. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The fields of an event that changes a tool call. */
export interface ToolCallBody extends WithExtra {
  /** The agent's id of the call. */
  readonly toolCallId: string;
  /** The fields to change. */
  readonly patch: ToolCallPatch;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}
