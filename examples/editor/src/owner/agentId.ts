import type { AcpStorage } from "@acp-store/persist";

/** The document with the id. */
const DOCUMENT_ID = "acp-editor-agent";

/**
 * Resolves with the id under which the server knows the agent of this browser. There is one, because
 * one tab at a time is connected to the agent. So a tab that takes over, a reloaded page and a browser
 * that was killed continue with the agent.
 */
export async function getAgentId(storage: AcpStorage): Promise<string> {
  const stored = await storage.read(DOCUMENT_ID).catch(() => undefined);
  if (stored !== undefined) return stored.snapshot;
  const id = crypto.randomUUID();
  // Without storage, a reload starts a new agent.
  await storage.write({ id: DOCUMENT_ID, epoch: Date.now(), snapshot: id }).catch(() => {});
  return id;
}
