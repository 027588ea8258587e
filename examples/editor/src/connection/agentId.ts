import { holdLock } from "./tabLocks.js";

/** Every tab has its own value, and a reload keeps it. A duplicated tab gets a copy. */
const STORAGE_KEY = "acp-editor-agent";

let agentId: Promise<string> | undefined;

/**
 * Resolves with the id under which the server knows the agent of this tab. After a reload, it is
 * the same one, so that the page finds its agent again.
 */
export function getAgentId(): Promise<string> {
  agentId ??= findAgentId();
  return agentId;
}

async function findAgentId(): Promise<string> {
  const stored = readStoredId();
  if (stored !== null && (await holdLock(lockOf(stored)))) return stored;
  const id = crypto.randomUUID();
  await holdLock(lockOf(id));
  try {
    sessionStorage.setItem(STORAGE_KEY, id);
  } catch {
    // Without storage, a reload starts a new agent.
  }
  return id;
}

function readStoredId(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

const lockOf = (id: string): string => `acp-editor-agent:${id}`;
