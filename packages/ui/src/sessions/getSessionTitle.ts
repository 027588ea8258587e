import type { Session } from "@acp-store/core";

export const NEW_SESSION_TITLE = "New session";

/** Returns the session's title, or else the first line of the user's first message. */
export function getSessionTitle(session: Session | undefined): string {
  if (session?.info.title) return session.info.title;
  for (const { role, content } of session?.messages.values() ?? []) {
    const [block] = content;
    if (role !== "user" || block?.type !== "text") continue;
    const [line = ""] = block.text.trim().split("\n");
    // A replayed transcript may contain user messages that the agent wrote: <context>, [result].
    if (line !== "" && !/^[<[]/.test(line)) return line;
  }
  return NEW_SESSION_TITLE;
}
