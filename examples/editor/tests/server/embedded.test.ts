import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { FIXED_LINE, SAMPLE_FILES } from "@acp-store/example-agent/sample";
import { startEditor } from "../support/editor.js";
import { choose, connectProbe } from "../../../agent/tests/support/probe.js";
import { outcomes } from "../../../agent/tests/support/updates.js";

it("plays the entire tour over the WebSocket of the page", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  const { cwd } = JSON.parse((await editor.get("/api/config", { cookie })).text);
  const stream = createWebSocketStream(`${editor.origin.replace("http", "ws")}/acp`, {
    WebSocket,
    headers: { cookie, origin: editor.origin },
  });
  const probe = await connectProbe(stream, choose("allow-once"));
  const sessionId = await probe.newSession(cwd);
  expect(await probe.prompt(sessionId, "Mend the cart")).toMatchObject({ stopReason: "end_turn" });
  expect(outcomes(probe.updates)).toContain("edit completed");
  expect(await readFile(join(cwd, SAMPLE_FILES.cart), "utf8")).toContain(FIXED_LINE);
});
