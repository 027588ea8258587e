import { once } from "node:events";
import { expect, it } from "vitest";
import {
  closeOf,
  connect,
  frames,
  startEditor,
  startFixture,
  type Editor,
} from "../../support/editor.js";

async function agentLog(editor: Editor, cookie: string, query = "") {
  return JSON.parse((await editor.get(`/api/agent-log${query}`, { cookie })).text);
}

it("forwards frames in both directions as one line each", async () => {
  const { socket } = await startFixture("echo");
  await frames(socket, 1);
  socket.send('{\n  "text": "a\\nb é"\n}');
  expect(await frames(socket, 1)).toEqual([{ echo: { text: "a\nb é" } }]);
});

it("starts one agent per connection", async () => {
  const { editor, cookie, socket } = await startFixture("echo");
  await frames(socket, 1);
  expect(await frames(connect(editor, { cookie }), 1)).toHaveLength(1);
  socket.send('{"still":"here"}');
  expect(await frames(socket, 1)).toEqual([{ echo: { still: "here" } }]);
});

it("reports a command that could not be started and keeps running", async () => {
  const editor = await startEditor(["--agent", "no-such-program-at-all --acp"]);
  const cookie = await editor.signIn();
  const reason =
    'The command "no-such-program-at-all" was not found. Install it, or use its full path.';
  expect(await closeOf(connect(editor, { cookie }))).toEqual({ code: 4001, reason });
  expect(await agentLog(editor, cookie)).toMatchObject({ ended: reason });
  expect(await closeOf(connect(editor, { cookie }))).toMatchObject({ code: 4001 });
});

it("reports the exit code of an agent and logs its last output", async () => {
  const { editor, cookie, socket } = await startFixture("dies");
  await once(socket, "open");
  socket.send("{}");
  const ended = "agent exited with code 3";
  expect(await closeOf(socket)).toEqual({ code: 4002, reason: ended });
  const lines = ["out of luck", "last words"];
  const log = { lines, skippedStdoutLines: 0, ended, lastWords: lines };
  expect(await agentLog(editor, cookie)).toEqual(log);
});

it("starts a new agent after the previous one has exited", async () => {
  const { editor, cookie, socket } = await startFixture("dies");
  await once(socket, "open");
  socket.send("{}");
  await closeOf(socket);
  const next = connect(editor, { cookie });
  await once(next, "open");
  next.send("{}");
  expect(await closeOf(next)).toMatchObject({ code: 4002 });
});

it("forwards only JSON objects and logs all other output", async () => {
  const { editor, cookie, socket } = await startFixture("garbage");
  expect(await frames(socket, 1)).toEqual([{ ok: true }]);
  const { lines, skippedStdoutLines, ended } = await agentLog(editor, cookie);
  expect(skippedStdoutLines).toBe(4);
  expect(ended).toBeNull();
  expect(lines).toEqual(
    expect.arrayContaining(["a warning", "stdout: Welcome!", "stdout: 42", 'stdout: {"half":']),
  );
});

it("keeps separate logs for two connections", async () => {
  const { editor, cookie } = await startFixture("echo");
  for (const id of ["a", "b"]) {
    const socket = connect(editor, { cookie, path: `/acp?id=${id}` });
    await frames(socket, 1);
    if (id === "a") socket.send("not json");
    if (id === "a") await closeOf(socket);
  }
  expect(await agentLog(editor, cookie, "?id=a")).toMatchObject({
    ended: "agent exited with code 1",
  });
  expect(await agentLog(editor, cookie, "?id=b")).toMatchObject({ lines: [], ended: null });
});

it("keeps only the last lines of stderr", async () => {
  const { editor, cookie, socket } = await startFixture("noisy");
  await frames(socket, 1);
  const { lines } = await agentLog(editor, cookie);
  expect(lines).toHaveLength(20);
  expect(lines).toContain("line 500");
});

it("forwards lines of five megabytes in order to a slow page", async () => {
  const { editor, cookie, socket } = await startFixture("flood");
  await once(socket, "open");
  socket.pause();
  const [received, closed] = [frames(socket, 12), closeOf(socket)];
  // The server keeps answering while the agent waits for the page.
  expect(await agentLog(editor, cookie)).toMatchObject({ ended: null });
  socket.resume();
  expect(await received).toEqual(
    Array.from({ length: 12 }, (_, number) => ({ number, text: "é".repeat(2_500_000) })),
  );
  expect(await closed).toEqual({ code: 4002, reason: "agent exited with code 0" });
});

it("closes the WebSocket on a binary frame", async () => {
  const { socket } = await startFixture("echo");
  await once(socket, "open");
  socket.send(Buffer.from("{}"));
  expect(await closeOf(socket)).toMatchObject({ code: 1003 });
});

it("refuses more than ten agents at the same time", async () => {
  const { editor, cookie, socket } = await startFixture("echo");
  await frames(socket, 1);
  const others = Array.from({ length: 9 }, () => connect(editor, { cookie }));
  await Promise.all(others.map((other) => frames(other, 1)));
  expect(await closeOf(connect(editor, { cookie }))).toEqual({
    code: 4004,
    reason: "This server already runs 10 agents. Close another tab, then try again.",
  });
  socket.send('{"still":"here"}');
  expect(await frames(socket, 1)).toEqual([{ echo: { still: "here" } }]);
});

it("starts another agent after one has ended", async () => {
  const { editor, cookie, socket } = await startFixture("echo");
  await frames(socket, 1);
  const others = Array.from({ length: 9 }, () => connect(editor, { cookie }));
  await Promise.all(others.map((other) => frames(other, 1)));
  socket.send("not json");
  await closeOf(socket);
  await expect
    .poll(async () => {
      const retried = connect(editor, { cookie });
      return Promise.race([frames(retried, 1).then(() => 0), closeOf(retried)]);
    })
    .toBe(0);
});
