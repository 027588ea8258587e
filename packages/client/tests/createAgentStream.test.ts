import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type AgentTransport, connectAgent, createAgentStream } from "@acp-store/client";
import { createAcpStore, type Diagnostic, selectTurn } from "@acp-store/core";
import { expect, it, onTestFinished } from "vitest";
import { isRunning } from "./support/isRunning.js";

const AGENT = fileURLToPath(new URL("./fixtures/loggingAgent.mjs", import.meta.url));
const END = { stopReason: "end_turn" };

function startAgent(): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [AGENT]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Carries lines between the page of an application and an agent process, like Tauri does. */
function lineTransport(child: ChildProcessWithoutNullStreams): AgentTransport {
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async subscribe(receive, end) {
      createInterface({ input: child.stdout }).on("line", receive);
      child.once("exit", (code, signal) => end(`The agent exited (${signal ?? code}).`));
      await once(child, "spawn");
      return async () => {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      };
    },
  };
}

function createObservedStore() {
  const store = createAcpStore({ scheduler: "sync" });
  const diagnostics: Diagnostic[] = [];
  store.inspect((record) => {
    if (record.type === "diagnostic") diagnostics.push(record.diagnostic);
  });
  return { store, diagnostics };
}

it("carries lines to a process and back, and ends the process with the connection", async () => {
  const child = startAgent();
  const { store, diagnostics } = createObservedStore();
  const agent = await connectAgent(store, createAgentStream(lineTransport(child)));
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  // The agent logs to stdout, and logs whatever is sent as an answer to that.
  expect(await agent.prompt(sessionId, "log")).toEqual(END);
  expect(await agent.prompt(sessionId, "log")).toEqual(END);
  expect(diagnostics.map(({ code }) => code)).toEqual(Array(12).fill("invalid_envelope"));
  await agent.close();
  expect(isRunning(child.pid ?? 0)).toBe(false);
});

it("shows the reason for the end to the user, and starts an agent for each attempt", async () => {
  const { store } = createObservedStore();
  const children: ChildProcessWithoutNullStreams[] = [];
  const agent = await connectAgent(
    store,
    () => {
      const child = startAgent();
      children.push(child);
      return createAgentStream(lineTransport(child));
    },
    { reconnect: { minDelay: 1 } },
  );
  onTestFinished(() => agent.close());
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  const prompt = agent.prompt(sessionId, "mute").catch((error: unknown) => error);
  await expect.poll(() => selectTurn(store.getState(), sessionId)?.status).toBe("running");
  const lost = new Promise<string | undefined>((resolve) => {
    const stop = store.subscribe(
      (state) => state.connection,
      (connection) => {
        if (connection?.status !== "lost") return;
        stop();
        resolve(connection.reason);
      },
    );
  });
  children[0]?.kill("SIGKILL");
  expect(await lost).toBe("The agent exited (SIGKILL).");
  expect(await prompt).toMatchObject({ reason: "lost" });
  await expect.poll(() => store.getState().connection?.status).toBe("ready");
  expect(children.length).toBe(2);
});

it("sends nothing before it receives, and takes several lines at once", async () => {
  const log: string[] = [];
  let receiveText = (_text: string): void => {};
  const stream = createAgentStream({
    send: (message) => {
      log.push("method" in message ? message.method : "answer");
      if ("id" in message && message.id !== undefined)
        receiveText(
          `${JSON.stringify({ jsonrpc: "2.0", method: "_one" })}\r\n\n${JSON.stringify({
            jsonrpc: "2.0",
            id: message.id,
            result: { protocolVersion: 1 },
          })}\n`,
        );
    },
    async subscribe(receive) {
      receiveText = receive;
      await new Promise((resolve) => setImmediate(resolve));
      log.push("receiving");
      return () => void log.push("stopped");
    },
  });
  const { store, diagnostics } = createObservedStore();
  const ones: unknown[] = [];
  const agent = await connectAgent(store, stream, {
    onNotification: { _one: (params) => ones.push(params) },
  });
  await agent.close();
  await agent.close();
  expect(log).toEqual(["receiving", "initialize", "stopped"]);
  expect(ones.length).toBe(1);
  expect(diagnostics).toEqual([]);
});

it.each<[string, AgentTransport]>([
  ["subscribe rejects with a text", { send: () => {}, subscribe: () => Promise.reject("Denied") }],
  [
    "subscribe throws",
    {
      send: () => {},
      subscribe: () => {
        throw new Error("Denied");
      },
    },
  ],
  ["send rejects with a text", { send: () => Promise.reject("Denied"), subscribe: () => () => {} }],
  [
    "the agent ends at once",
    {
      send: () => {},
      subscribe(_receive, end) {
        end("Denied");
        end("Later");
        return () => {};
      },
    },
  ],
])("rejects with the reason if %s", async (_name, transport) => {
  const { store } = createObservedStore();
  const connecting = connectAgent(store, createAgentStream(transport));
  await expect(connecting).rejects.toMatchObject({ reason: "closed" });
  await expect(connecting).rejects.toThrow("Denied");
  expect(store.getState().connection).toMatchObject({ status: "closed" });
});

it("fails a write with an error, even if subscribe or send rejects with a text", async () => {
  const denied = (): Promise<never> => Promise.reject("Denied");
  for (const transport of [
    { send: () => {}, subscribe: denied },
    { send: denied, subscribe: () => () => {} },
  ]) {
    const writer = createAgentStream(transport).writable.getWriter();
    writer.closed.catch(() => {});
    const message = { jsonrpc: "2.0", method: "session/cancel" } as const;
    await expect(writer.write(message)).rejects.toThrow(new Error("Denied"));
  }
});

it("delivers what arrived before the end, 20,000 messages at once included", async () => {
  const lines = Array.from({ length: 20_000 }, (_, id) => JSON.stringify({ id, result: null }));
  const { readable } = createAgentStream({
    send: () => {},
    subscribe(receive, end) {
      receive(lines.join("\n"));
      end("Done");
      receive("late");
      return () => {};
    },
  });
  const reader = readable.getReader();
  for (let id = 0; id < lines.length; id++)
    expect((await reader.read()).value).toEqual({ id, result: null });
  await expect(reader.read()).rejects.toThrow("Done");
});
