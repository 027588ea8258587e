import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { socketLink } from "../../src/links/socketLink.js";
import { describeLinkContract, nextMessages, whenClosed } from "../support/linkContract.js";

/** Starts a server, and connects a socket to it. */
async function connectSockets() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a TCP address");
  const accepted = once(server, "connection");
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const near = socketLink(client);
  const [socket] = await accepted;
  if (!(socket instanceof WebSocket)) throw new Error("expected a socket");
  return { near, far: socketLink(socket), client, socket };
}

describe("over sockets of the ws package", () => {
  describeLinkContract(async () => {
    const { near, far, client, socket } = await connectSockets();
    // The server has a listener for the close of its socket. One for errors stays after a close.
    const listenerCount = () =>
      ["message", "open", "close"].reduce(
        (sum, event) => sum + client.listenerCount(event) + socket.listenerCount(event),
        -1,
      );
    return { near, far, listenerCount };
  });
});

it("sends messages from before the socket is open", async () => {
  const { near, far, client } = await connectSockets();
  expect(client.readyState).toBe(WebSocket.CONNECTING);
  near.send("early");
  expect(await nextMessages(far, 1)).toEqual(["early"]);
});

it("reports a lost connection with its code, and the reason of the other end if it gave one", async () => {
  const lost = await connectSockets();
  const lostReason = whenClosed(lost.near);
  lost.socket.terminate();
  expect(await lostReason).toBe("WebSocket closed with code 1006");

  const signedOut = await connectSockets();
  const reason = whenClosed(signedOut.near);
  signedOut.socket.close(4001, "Signed out");
  expect(await reason).toBe("Signed out");
});

it("reports a socket that was closed before, and one that cannot connect", async () => {
  const { client, near, far } = await connectSockets();
  const farClosed = whenClosed(far);
  near.close();
  await farClosed;
  expect(await whenClosed(socketLink(client))).toBe("The WebSocket is closed");
  expect(await whenClosed(socketLink(new WebSocket("ws://127.0.0.1:1")))).toContain("1006");
});

it("closes a socket that is still connecting", async () => {
  const client = new WebSocket("ws://127.0.0.1:1");
  const closed = new Promise((resolve) => void client.once("close", resolve));
  socketLink(client).close();
  await closed;
  expect(client.readyState).toBe(WebSocket.CLOSED);
});

it("ignores binary frames", async () => {
  const { near, far, client } = await connectSockets();
  await once(client, "open");
  client.send(new Uint8Array([1, 2, 3]));
  near.send("text");
  expect(await nextMessages(far, 1)).toEqual(["text"]);
});
