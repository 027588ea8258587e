import type { Session } from "@acp-store/core";
import { clipLabel } from "../format/clipText.js";
import { sessionTexts } from "../texts/sessionTexts.js";

/** Returns the session's title, or else the first line of the user's first message. */
export function getSessionTitle(
  session: Session | undefined,
  untitled: string = sessionTexts.newSession,
): string {
  if (session?.info.title) return clipLabel(session.info.title);
  for (const { role, content } of session?.messages.values() ?? []) {
    const [block] = content;
    if (role !== "user" || block?.type !== "text") continue;
    const line = clipLabel(/\S.*/.exec(block.text)?.[0].trim() ?? "");
    // A replayed transcript may contain user messages that the agent wrote: <context>, [result].
    if (line !== "" && !/^[<[]/.test(line)) return line;
  }
  return untitled;
}
