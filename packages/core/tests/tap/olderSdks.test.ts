import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  createAcpStore,
  selectMessages,
  selectPendingPermissions,
  selectToolCall,
  selectTurn,
} from "@acp-store/core";
import { tapStream } from "@acp-store/core/tap";
import * as sdk14 from "acp-sdk-0.14";
import * as sdk21 from "acp-sdk-0.21";
import * as sdk1 from "acp-sdk-1.9";
import { describe, expect, it, onTestFinished } from "vitest";

const AGENT = join(import.meta.dirname, "../fixtures/olderSdkAgent.mjs");

/** Starts the test agent with an SDK and returns its stdio as byte streams. */
function startAgent(sdkName: string) {
  const child = spawn(process.execPath, [AGENT, sdkName], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  return {
    input: Writable.toWeb(child.stdin),
    output: Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  };
}

describe.each([
  ["0.14", "acp-sdk-0.14", sdk14],
  ["0.21", "acp-sdk-0.21", sdk21],
  ["1.9", "acp-sdk-1.9", sdk1],
] as const)("a ClientSideConnection of SDK %s", (_version, sdkName, sdk) => {
  it("feeds a store through a tapped stream and answers permissions from it", async () => {
    const store = createAcpStore({ scheduler: "sync" });
    const { input, output } = startAgent(sdkName);
    const editor: sdk14.Client & sdk21.Client & sdk1.Client = {
      sessionUpdate: async () => {},
      requestPermission: (params) => store.requestPermission(params),
    };
    const stream = tapStream(sdk.ndJsonStream(input, output), store);
    const agent = new sdk.ClientSideConnection(() => editor, stream);
    const askedAbout: (string | undefined)[] = [];
    store.watch({ type: "table", table: "permissions" }, () => {
      for (const { permissionId, toolCallId } of selectPendingPermissions(store.getState())) {
        askedAbout.push(toolCallId);
        store.respondToPermission(permissionId, "allow");
      }
    });

    await agent.initialize({ protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await agent.newSession({ cwd: "/w", mcpServers: [] });
    await agent.prompt({ sessionId, prompt: [{ type: "text", text: "Run the tests" }] });

    const state = store.getState();
    expect(state.agent.info?.name).toBe("older-agent");
    expect(askedAbout).toEqual(["call_1"]);
    expect([...(state.sessions.get(sessionId)?.permissions.values() ?? [])]).toMatchObject([
      { status: "selected", optionId: "allow", reason: "user" },
    ]);
    expect(selectToolCall(state, sessionId, "call_1")).toMatchObject({ status: "completed" });
    expect(selectMessages(state, sessionId).map(({ role }) => role)).toEqual(["user", "agent"]);
    expect(selectTurn(state, sessionId)).toMatchObject({ status: "ended", stopReason: "end_turn" });
  });
});
