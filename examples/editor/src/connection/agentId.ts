import type { AcpStorage } from "@acp-store/persist";
import { holdLock } from "./tabLocks.js";

/** Every tab has its own value, and a reload keeps it. A duplicated tab gets a copy. */
const STORAGE_KEY = "acp-editor-agent";
/** The document with the agent of the tab that was opened last. */
const DOCUMENT_ID = "acp-editor-agent";

let agentId: Promise<string> | undefined;

/**
 * Resolves with the id under which the server knows the agent of this tab. After a reload, it is
 * the same one, so that the page finds its agent again. A new tab takes over the agent of a tab that
 * was closed, or whose browser was killed.
 */
export function getAgentId(storage: AcpStorage): Promise<string> {
  agentId ??= findAgentId(storage);
  return agentId;
}

async function findAgentId(storage: AcpStorage): Promise<string> {
  const stored = readStoredId();
  if (stored !== null && (await holdLock(lockOf(stored)))) return stored;
  const id = (stored === null && (await findAbandonedId(storage))) || crypto.randomUUID();
  await holdLock(lockOf(id));
  try {
    sessionStorage.setItem(STORAGE_KEY, id);
    await storage.write({ id: DOCUMENT_ID, epoch: Date.now(), snapshot: id });
  } catch {
    // Without storage, a reload starts a new agent.
  }
  return id;
}

/** Resolves with the agent of the tab that was opened last, if that tab is gone. */
async function findAbandonedId(storage: AcpStorage): Promise<string | undefined> {
  const id = (await storage.read(DOCUMENT_ID).catch(() => undefined))?.snapshot;
  return id !== undefined && (await holdLock(lockOf(id), { ifAvailable: true })) ? id : undefined;
}

function readStoredId(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

const lockOf = (id: string): string => `acp-editor-agent:${id}`;
