import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { createAccess } from "../../src/local/access.js";
import { createUpgradeListener } from "../../src/local/upgradeListener.js";
import { closeOf, echoEndpoint, refusalOf, startTestServer } from "./support/server.js";

it("opens the WebSocket for the server's own page and passes on its URL", async () => {
  const server = await startTestServer();
  const socket = server.open({ cookie: await server.signIn() }, "/echo?id=7");
  await once(socket, "open");
  socket.send("hello");
  expect(String((await once(socket, "message"))[0])).toBe("?id=7 hello");
});

it.each(["/", "/elsewhere", "/echo/", "//evil.example/echo"])(
  "refuses a WebSocket at %s",
  async (path) => {
    const server = await startTestServer();
    const cookie = await server.signIn();
    expect(await refusalOf(server.open({ cookie }, path))).toMatchObject({
      status: 404,
      text: `There is no WebSocket at ${path}. Use /echo.`,
    });
  },
);

it("refuses every WebSocket while the endpoint is unavailable", async () => {
  const endpoint = { ...echoEndpoint, unavailable: "There is no agent." };
  const server = await startTestServer({ endpoints: [endpoint] });
  expect(await refusalOf(server.open({ cookie: await server.signIn() }))).toEqual({
    status: 409,
    text: "There is no agent.",
  });
  expect(await closeOf(server.open({}))).toBe("4401 not_admitted");
});

it("closes a WebSocket whose message is too large", async () => {
  const server = await startTestServer();
  const socket = server.open({ cookie: await server.signIn() });
  await once(socket, "open");
  socket.send("x".repeat(1001));
  expect((await once(socket, "close"))[0]).toBe(1009);
});

it("survives a browser that disconnects during the handshake", async () => {
  const socket = new Duplex({
    read() {},
    write: (_chunk, _encoding, done) => done(new Error("write ECONNRESET")),
  });
  const access = createAccess({ name: "test" });
  const listener = createUpgradeListener({
    port: 1,
    access,
    endpoints: [echoEndpoint],
  });
  listener({ headers: {}, url: "/echo" } as IncomingMessage, socket, Buffer.alloc(0));
  // `once` of node:events would handle the error. Without any listener it fails the test run.
  await new Promise((resolve) => void socket.on("close", resolve));
  expect(socket.errored).toMatchObject({ message: "write ECONNRESET" });
});
