import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { echoEndpoint, refusalOf, startTestServer } from "./support/server.js";

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
  const server = await startTestServer({ endpoint });
  expect(await refusalOf(server.open({ cookie: await server.signIn() }))).toEqual({
    status: 409,
    text: "There is no agent.",
  });
  expect((await refusalOf(server.open({}))).status).toBe(403);
});

it("closes a WebSocket whose message is too large", async () => {
  const server = await startTestServer();
  const socket = server.open({ cookie: await server.signIn() });
  await once(socket, "open");
  socket.send("x".repeat(1001));
  expect((await once(socket, "close"))[0]).toBe(1009);
});

it("keeps running when a browser disconnects during the handshake", async () => {
  const server = await startTestServer();
  const cookie = await server.signIn();
  const lines = [
    "GET /echo HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
  ];
  const raw = connect(server.port, "127.0.0.1");
  await once(raw, "connect");
  raw.write(`${lines.join("\r\n")}\r\n\r\n`);
  raw.resetAndDestroy();
  expect((await server.get("/", { headers: { cookie } })).status).toBe(200);
});
