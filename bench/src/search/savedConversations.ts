import { createAcpStore } from "@acp-store/core";
import { persistSessions } from "@acp-store/persist";
import { type SqliteDatabase, sqliteStorage } from "@acp-store/persist/node";

const WORDS = 3000;
const WORDS_PER_MESSAGE = 50;

/** Returns a word of three to ten letters. A greater number is a rarer word. */
export function wordOf(index: number): string {
  const letters = Math.abs(Math.sin(index + 1) * 1e15).toString(26);
  return Array.from(letters, (letter) => String.fromCharCode(97 + Number.parseInt(letter, 26)))
    .join("")
    .slice(0, 3 + (index % 8));
}

/** Saves sessions with messages of 50 words each. Users and agents take turns. */
export async function saveConversations(
  database: SqliteDatabase,
  sessions: number,
  messages: number,
): Promise<void> {
  const store = createAcpStore({ scheduler: () => {} });
  const persistence = persistSessions(store, sqliteStorage(database));
  for (let session = 0; session < sessions; session++) {
    const sessionId = `session-${session}`;
    store.openSession({ sessionId, cwd: "/project" });
    for (let message = 0; message < messages; message += 2) {
      const first = session * messages + message;
      store.startTurn(sessionId, [{ type: "text", text: messageOf(first) }]);
      const content = { type: "text", text: messageOf(first + 1) };
      store.ingest({ sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
      store.endTurn(sessionId, { stopReason: "end_turn" });
    }
    await persistence.flush();
  }
  await persistence.stop();
}

/** Returns a text with common and rare words, the same for the same number. */
function messageOf(number: number): string {
  return Array.from({ length: WORDS_PER_MESSAGE }, (_, index) => {
    const random = Math.abs(Math.sin(number * WORDS_PER_MESSAGE + index));
    return wordOf(Math.floor(random ** 3 * WORDS));
  }).join(" ");
}
