import { createAcpStore, type Frame } from "@acp-store/core";
import { checkTrace } from "@acp-store/check";
import { acpTraffic } from "@acp-store/testing/fast-check";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VERSIONS } from "../support/connect.js";

const countMessages = (frames: readonly Frame[], pattern: RegExp): number =>
  frames.filter(({ msg }) => pattern.test(JSON.stringify(msg))).length;

describe.each(VERSIONS)("generated traffic of version %i", (version) => {
  it("is accepted without diagnostics or findings, and ends idle", () => {
    fc.assert(
      fc.property(acpTraffic(version), (frames) => {
        const store = createAcpStore({ scheduler: "sync" });
        for (const frame of frames)
          expect(store.observe(frame)).toEqual({ accepted: true, diagnostics: [] });
        expect(store.getState().protocolVersion).toBe(version);
        const session = store.getState().sessions.get("s1");
        expect(session).toMatchObject({ activity: "idle", pendingPermissions: [] });
        expect(session?.turns.size).toBe(countMessages(frames, /"session\/prompt"/));
        expect(checkTrace(frames).findings).toEqual([]);
      }),
    );
  });

  it("contains permission requests and cancels", () => {
    const samples = fc.sample(acpTraffic(version), 100).flat();
    expect(countMessages(samples, /"session\/request_permission"/)).toBeGreaterThan(10);
    expect(countMessages(samples, /"session\/cancel"/)).toBeGreaterThan(10);
  });
});
