import { once } from "node:events";
import { expect, it } from "vitest";
import { closeOf, startFixture } from "../../support/editor.js";
import { endOf, openLifeline } from "../../support/lifeline.js";

it("kills an agent that ignores SIGTERM when the connection closes", async () => {
  const { port, started } = await openLifeline();
  const { socket } = await startFixture("stubborn", port);
  const [agent] = await started;
  socket.close();
  expect(await endOf(agent)).toBe("ended");
});

it("kills the child processes of an agent when the connection closes", async () => {
  const { port, started } = await openLifeline();
  const { socket } = await startFixture("parent", port);
  const [child] = await started;
  socket.close();
  expect(await endOf(child)).toBe("ended");
});

it("stops its agents when the server is stopped", async () => {
  const { port, started } = await openLifeline();
  const { editor, socket } = await startFixture("stubborn", port);
  const [agent] = await started;
  const ends = [endOf(agent), once(editor.process, "exit")];
  const closed = closeOf(socket);
  editor.process.kill("SIGTERM");
  expect(await closed).toEqual({ code: 4003, reason: "the server was stopped" });
  await Promise.all(ends);
});

it("ends its agents when the server is killed", async () => {
  const { port, started } = await openLifeline();
  const { editor } = await startFixture("stubborn", port);
  const [agent] = await started;
  editor.process.kill("SIGKILL");
  expect(await endOf(agent)).toBe("ended");
});
