import { type Check, quoted } from "./check.js";
import { sessionIdIn } from "./message.js";

/** Tool calls that are still under way when their turn is over: the store marks them as stale. */
export const checkToolCalls: Check = (message, { before, after, find }) => {
  if (message.kind !== "answer" || message.asked?.method !== "session/prompt") return;
  const sessionId = sessionIdIn(message.asked.params) ?? "";
  const earlier = before.sessions.get(sessionId)?.toolCalls;
  for (const [id, { stale, status, title }] of after.sessions.get(sessionId)?.toolCalls ?? []) {
    if (stale !== true || earlier?.get(id)?.stale === true) continue;
    const name = title === undefined ? quoted(id) : `${quoted(id)}, ${quoted(title)},`;
    find(
      "unfinished_tool_call",
      `The tool call ${name} was ${quoted(status)} when its turn ended.`,
    );
  }
};
