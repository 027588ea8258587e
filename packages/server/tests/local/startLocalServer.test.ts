import { once } from "node:events";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it, onTestFinished } from "vitest";
import { startTestServer } from "./support/server.js";

async function takePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as { port: number }).port;
}

it("listens on another port if the requested one is taken", async () => {
  const port = await takePort();
  const server = await startTestServer({ port, allowOtherPort: true });
  expect(server.port).not.toBe(port);
  expect(server.portError).toContain("EADDRINUSE");
  expect(await server.signIn()).toMatch(/^test_[0-9a-f]{8}=/);
});

it("fails if the requested port is taken and no other is allowed", async () => {
  const port = await takePort();
  await expect(startTestServer({ port })).rejects.toThrow("EADDRINUSE");
});

it("listens on the loopback interface only", async () => {
  const { port } = await startTestServer();
  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of external) {
    const [error] = await once(connect(port, address), "error").catch((reason) => [reason]);
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  }
});

it("finishes its work before it closes the remaining connections", async () => {
  let isFinished = false;
  let answered: (() => void) | undefined;
  const server = await startTestServer({
    answerApi: (_request, response) => void (answered = () => response.end("late")),
  });
  const headers = { cookie: await server.signIn() };
  const reply = server.get("/api/slow", { headers });
  await expect.poll(() => answered).toBeDefined();
  await server.close(async () => {
    answered?.();
    expect((await reply).text).toBe("late");
    isFinished = true;
  });
  expect(isFinished).toBe(true);
  await expect(server.get("/", { headers })).rejects.toThrow("ECONNREFUSED");
});
