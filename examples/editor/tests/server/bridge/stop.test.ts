import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { closeOf, startFixture } from "../../support/editor.js";

/** A port to which an agent connects, so that the test sees it end. */
async function lifeline() {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  return { port, started: once(server, "connection") };
}

/** Resolves when the process at the other end is gone. */
async function endOf(process: Socket): Promise<"ended"> {
  // A process that is killed may reset its connection.
  process.resume().on("error", () => {});
  await once(process, "close");
  return "ended";
}

it("ends a stubborn agent with the connection", async () => {
  const { port, started } = await lifeline();
  const { socket } = await startFixture("stubborn", port);
  const [agent] = await started;
  socket.close();
  expect(await endOf(agent)).toBe("ended");
});

it("ends what an agent has started as well", async () => {
  const { port, started } = await lifeline();
  const { socket } = await startFixture("parent", port);
  const [child] = await started;
  socket.close();
  expect(await endOf(child)).toBe("ended");
});

it("ends its agents when it is stopped", async () => {
  const { port, started } = await lifeline();
  const { editor, socket } = await startFixture("stubborn", port);
  const [agent] = await started;
  const ends = [endOf(agent), once(editor.process, "exit")];
  const closed = closeOf(socket);
  editor.process.kill("SIGTERM");
  expect(await closed).toEqual({ code: 4003, reason: "the server was stopped" });
  await Promise.all(ends);
});
