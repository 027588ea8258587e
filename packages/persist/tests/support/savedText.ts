import { selectMessages } from "@acp-store/core";
import { type AcpStorage, readSession } from "@acp-store/persist";

/** Returns the text of the first message of a saved session, or `undefined` if it is not saved. */
export async function savedText(
  storage: AcpStorage,
  sessionId = "s1",
): Promise<string | undefined> {
  const saved = await readSession(storage, sessionId);
  const [message] = saved ? selectMessages(saved.state, sessionId) : [];
  const [block] = message?.content ?? [];
  return block?.type === "text" ? block.text : undefined;
}
