import { type ChangedFile, selectChangedFiles } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * The files that the agent changed, in first-seen order, with the lines that came and went. The same
 * list, and the same item of a file, until it changes.
 *
 * @example
 * ```tsx
 * function Changes() {
 *   return useChangedFiles().map(({ path, added, removed }) => (
 *     <li key={path}>
 *       {path} +{added} −{removed}
 *     </li>
 *   ));
 * }
 * ```
 */
export function useChangedFiles(options?: SessionOption): readonly ChangedFile[] {
  const sessionId = useSessionId(options);
  return useWatched(
    [
      { sessionId, table: "toolCalls" },
      // A call that shows no diff any more counts with the one that the user allowed.
      { sessionId, table: "permissions" },
    ],
    (state) => selectChangedFiles(state, sessionId),
    whole,
  );
}
