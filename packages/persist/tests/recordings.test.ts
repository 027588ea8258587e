import { createAcpStore } from "@acp-store/core";
import { persistSessions } from "@acp-store/persist";
import { acpTraffic } from "@acp-store/testing/fast-check";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedFrames } from "../../core/tests/support/recordings.js";
import { writeLog } from "./support/writeLog.js";

const createStore = () => createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });

describe("after a crash at any time, the saved session", () => {
  it.each([
    "claude-basic",
    "claude-basic-v2",
    "claude-load",
    "claude-twosessions",
    "claude-parallel-v2",
    "codex-rejected-one-of-two-v2",
    "gemini-cancelperm",
    "opencode-subagent",
  ])("is exactly that of the last write: %s", async (name) => {
    const store = createStore();
    const log = writeLog(store);
    const persistence = persistSessions(store, log);
    for (const frame of recordedFrames(name)) {
      store.observe(frame);
      await persistence.flush();
    }
    await persistence.stop();
    expect(log.writes.length).toBeGreaterThan(3);
    await log.expectExactPrefixes();
  });

  it("is exactly that of the last write, in random traffic of both versions", async () => {
    const traffic = fc.oneof(acpTraffic(1), acpTraffic(2));
    const flushes = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(traffic, flushes, async (frames, isFlushed) => {
        const store = createStore();
        const log = writeLog(store);
        const persistence = persistSessions(store, log);
        for (const [index, frame] of frames.entries()) {
          store.observe(frame);
          if (isFlushed[index % isFlushed.length]) await persistence.flush();
        }
        await persistence.stop();
        expect(persistence.status).toBe("ok");
        await log.expectExactPrefixes();
      }),
      { numRuns: 80 },
    );
  });
});
