/**
 * Matchers for the state of a store.
 * @module
 */
import type { MessageRole } from "@acp-store/core";
// The declaration below extends the types of this module.
import type {} from "vitest";
import type { ExpectedPermission, ExpectedToolCall, ExpectedTurn } from "./storeMatchers.js";

export { storeMatchers } from "./storeMatchers.js";
export type {
  ExpectedFields,
  ExpectedPermission,
  ExpectedToolCall,
  ExpectedTurn,
  MatcherContext,
  MatcherResult,
  MatcherSubject,
  StoreMatchers,
} from "./storeMatchers.js";

declare module "vitest" {
  interface Matchers<T> {
    /** Passes if a store, a state or a session has a tool call with these fields. */
    toHaveToolCall(expected: ExpectedToolCall): T;
    /** Passes if a store, a state or a session has a message of this role with this text. */
    toHaveMessage(role: MessageRole, text: string | RegExp): T;
    /** Passes if a permission request is open, with these fields if they are given. */
    toHavePendingPermission(expected?: ExpectedPermission): T;
    /** Passes if a store, a state or a session has a turn with these fields. */
    toHaveTurn(expected: ExpectedTurn): T;
  }
}
