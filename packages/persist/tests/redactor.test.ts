import { createAcpStore, selectMessages } from "@acp-store/core";
import { memoryStorage, persistSessions, readSession } from "@acp-store/persist";
import { acpTraffic } from "@acp-store/testing/fast-check";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultyStorage } from "./support/faultyStorage.js";
import { savingStore, text } from "./support/savingStore.js";
import { unfold } from "./support/unfold.js";
import { writeLog } from "./support/writeLog.js";

const redact = (value: string): string => value.replaceAll(/sk-\w+/g, "[secret]");

/** Saves a store with redaction. `savedText` returns the text of the only message. */
function redactingStore() {
  const storage = faultyStorage();
  const saving = savingStore(storage, { redact });
  return {
    ...saving,
    storage,
    async savedText() {
      await saving.persistence.flush();
      const saved = await readSession(storage, "s1");
      const blocks = saved ? selectMessages(saved.state, "s1").at(-1)?.content : undefined;
      return blocks?.map((block) => (block.type === "text" ? block.text : "")).join("");
    },
  };
}

describe("redact", () => {
  it("removes a secret from a snapshot and from a record", async () => {
    const { store, storage, persistence, say, savedText } = redactingStore();
    say("First sk-one ");
    expect(await savedText()).toBe("First [secret] ");
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "tool_call", toolCallId: "c", title: "echo sk-two" },
    });
    say("then sk-three ");
    expect(await savedText()).toBe("First [secret] then [secret] ");
    await persistence.flush();
    const saved = await readSession(storage, "s1");
    expect(saved?.state.sessions.get("s1")?.toolCalls.get("c")?.title).toBe("echo [secret]");
    expect(JSON.stringify(storage.writes)).not.toContain("sk-");
  });

  it("never writes a part of a secret that arrives in chunks", async () => {
    const { storage, say, savedText } = redactingStore();
    const texts: (string | undefined)[] = [];
    for (const chunk of ["The key: ", "s", "k", "-ab", "cd", " and", " more"]) {
      say(chunk);
      texts.push(await savedText());
    }
    expect(texts).toEqual([
      "The key: ",
      "The key: ",
      "The key: ",
      "The key: ",
      "The key: ",
      "The key: [secret] ",
      "The key: [secret] and ",
    ]);
    expect(JSON.stringify(storage.writes)).not.toMatch(/sk-|abcd|"s"/);
  });

  it("never writes a part of a secret with which a message starts", async () => {
    const { storage, say, savedText } = redactingStore();
    for (const chunk of ["sk-ab", "cd", " is it"]) {
      say(chunk);
      await savedText();
    }
    expect(await savedText()).toBe("[secret] is it");
    expect(JSON.stringify(storage.writes)).not.toContain("sk-");
  });

  it("writes the last word when the text no longer grows, or the turn ends", async () => {
    const { store, say, savedText } = redactingStore();
    say("one two");
    expect(await savedText()).toBe("one ");
    expect(await savedText()).toBe("one two");
    store.startTurn("s1");
    await savedText();
    say(" three");
    expect(await savedText()).toBe("one two ");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(await savedText()).toBe("one two three");
  });

  it("writes a text without white space nevertheless when it gets long", async () => {
    const { say, savedText } = redactingStore();
    const long = "x".repeat(5000);
    say(long);
    expect(await savedText()).toBe(long);
  });

  it("gets the path of each text, but no ids and statuses", async () => {
    const paths: string[] = [];
    const { store, persistence, say } = savingStore(memoryStorage(), {
      redact: (value, path) => {
        paths.push(path.join("/"));
        return value;
      },
    });
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.startTurn("s1", text("Hi"));
    say("Hello ");
    await persistence.flush();
    expect([...new Set(paths)].filter((path) => !path.startsWith("catalog"))).toEqual([
      "sessions/s1/cwd",
      expect.stringMatching(/^sessions\/s1\/messages\/.*\/content\/0\/type$/),
      expect.stringMatching(/^sessions\/s1\/messages\/.*\/content\/0\/text$/),
      "sessions/s1/messages/agent:m1/content/0/type",
      "sessions/s1/messages/agent:m1/content/0/text",
    ]);
  });

  it("applies to the facts in the list of sessions", async () => {
    const { store, storage, persistence } = redactingStore();
    store.openSession({ sessionId: "s1", cwd: "/home/sk-me" });
    const update = { sessionUpdate: "session_info_update", title: "Use sk-one" };
    store.ingest({ sessionId: "s1", update });
    await persistence.flush();
    expect(JSON.stringify(storage.writes)).not.toContain("sk-");
  });

  it("changes nothing but the texts of random traffic", async () => {
    const traffic = fc.oneof(acpTraffic(1), acpTraffic(2));
    const flushes = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(traffic, flushes, async (frames, isFlushed) => {
        const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
        const log = writeLog(store);
        const persistence = persistSessions(store, log, { redact: (value) => value });
        for (const [index, frame] of frames.entries()) {
          store.observe(frame);
          if (isFlushed[index % isFlushed.length]) await persistence.flush();
        }
        // The first flush may leave out the last word of a text.
        await persistence.flush();
        await persistence.stop();
        expect(persistence.status).toBe("ok");
        for (const [id, { closed }] of store.getState().sessions) {
          const saved = await readSession(log, id);
          if (!closed) expect(saved && unfold(saved.state, id)).toEqual(log.expected(id));
        }
      }),
      { numRuns: 60 },
    );
  });
});
