import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createAgentLogs } from "../../../server/bridge/agentLog.js";
import { createBridge } from "../../../server/bridge/bridge.js";
import { createFrameLog } from "../../../server/bridge/frameLog.js";
import { closeOf, connect, frames, startFixture } from "../../support/editor.js";
import { endOf, openLifeline } from "../../support/lifeline.js";
import { FIXTURE } from "../../support/programs.js";

const GOING_AWAY = 1001;

async function startEcho() {
  const { editor, cookie } = await startFixture("echo");
  const open = (query: string): WebSocket => connect(editor, { cookie, path: `/acp?${query}` });
  return { editor, cookie, open };
}

describe("a page that is reloaded", () => {
  it("continues with its agent and receives the history first", async () => {
    const { editor, cookie, open } = await startEcho();
    const before = open("id=1&agent=a");
    const [started] = await frames(before, 1);
    before.send('{"n":1}');
    await frames(before, 1);
    before.close(GOING_AWAY);
    await closeOf(before);

    const after = open("id=2&agent=a&continue");
    const [first] = await frames(after, 1);
    const t = expect.any(Number);
    expect(first).toEqual({
      history: [
        { t, dir: "recv", msg: started },
        { t, dir: "sent", msg: { n: 1 } },
        { t, dir: "recv", msg: { echo: { n: 1 } } },
      ],
    });
    after.send('{"n":2}');
    expect(await frames(after, 1)).toEqual([{ echo: { n: 2 } }]);
    after.send("not json");
    await closeOf(after);
    const { text } = await editor.get("/api/agent-log?id=2", { cookie });
    expect(JSON.parse(text)).toMatchObject({ ended: "agent exited with code 1" });
  });

  it("replaces a socket that the server has not seen closing", async () => {
    const { open } = await startEcho();
    const before = open("agent=a");
    await frames(before, 1);
    const closed = closeOf(before);
    const after = open("agent=a&continue");
    expect(await frames(after, 1)).toMatchObject([{ history: [{ dir: "recv" }] }]);
    await closed;
    after.send('{"still":"here"}');
    expect(await frames(after, 1)).toEqual([{ echo: { still: "here" } }]);
  });

  it("gets a new agent and an empty history if its agent has ended", async () => {
    const { open } = await startEcho();
    const before = open("agent=a");
    await frames(before, 1);
    before.send("not json");
    await closeOf(before);
    const [first, started] = await frames(open("agent=a&continue"), 2);
    expect(first).toEqual({ history: [] });
    expect(started).toHaveProperty("cwd");
  });
});

it("replaces the agent of a page that connects again without its history", async () => {
  const { open } = await startEcho();
  const before = open("agent=a");
  await frames(before, 1);
  before.terminate();
  expect(await frames(open("agent=a"), 1)).toEqual([expect.objectContaining({ arguments: [] })]);
  const [first] = await frames(open("agent=a&continue"), 1);
  expect(first).toMatchObject({ history: [{ dir: "recv" }] });
});

it("does not keep an agent whose page has closed the socket on purpose", async () => {
  const { open } = await startEcho();
  const before = open("agent=a");
  await frames(before, 1);
  before.close();
  await closeOf(before);
  expect(await frames(open("agent=a&continue"), 1)).toEqual([{ history: [] }]);
});

it("ends agents without a page early if the server runs as many as it may", async () => {
  const { open } = await startEcho();
  for (let number = 0; number < 10; number++) {
    const socket = open(`agent=${number}`);
    await frames(socket, 1);
    socket.close(GOING_AWAY);
    await closeOf(socket);
  }
  expect(await frames(open("agent=new"), 1)).toHaveLength(1);
  expect(await frames(open("agent=0&continue"), 1)).toEqual([{ history: [] }]);
  expect(await frames(open("agent=9&continue"), 1)).toMatchObject([{ history: [{}] }]);
});

it("ends an agent whose page does not come back", async () => {
  const { port, started } = await openLifeline();
  const agent = { command: process.execPath, args: [FIXTURE, "stubborn", port] };
  const logs = createAgentLogs();
  const bridge = createBridge({ agent, dir: process.cwd(), logs, keepMs: 20 });
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  server.on("connection", (socket) => {
    void bridge.connect(socket, { id: undefined, agentId: "a", continues: false });
  });
  await once(server, "listening");
  const address = server.address();
  const page = new WebSocket(`ws://127.0.0.1:${typeof address === "object" && address?.port}`);
  await frames(page, 1);
  page.close(GOING_AWAY);
  expect(await endOf((await started)[0])).toBe("ended");
  await bridge.close();
});

describe("the log of the frames", () => {
  it("is emptied permanently when it becomes too long", () => {
    const log = createFrameLog(10);
    log.add("recv", '{"a":1}');
    expect(log.isComplete()).toBe(true);
    expect(JSON.parse(log.toMessage())).toMatchObject({ history: [{ msg: { a: 1 } }] });
    log.add("sent", '{"b":2}');
    expect(log.isComplete()).toBe(false);
    log.add("sent", "{}");
    expect(log.toMessage()).toBe('{"history":[]}');
  });
});
