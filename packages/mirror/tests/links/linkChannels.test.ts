import { createAcpStore } from "@acp-store/core";
import {
  createMirror,
  hostMirrors,
  type MirrorLink,
  openLinkChannels,
  portLink,
} from "@acp-store/mirror";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeLinkContract, nextMessages, whenClosed } from "../support/linkContract.js";

/** Two ends of a link in one process. */
function connectPorts() {
  const { port1, port2 } = new MessageChannel();
  const ends = [portLink(port1), portLink(port2)] as const;
  onTestFinished(() => ends[0].close());
  return ends;
}

/** Two ends of a link with channels. The far one accepts those whose name is not "refused". */
function connectChannels(near: MirrorLink, far: MirrorLink) {
  const accepted: { readonly name: string; readonly channel: MirrorLink }[] = [];
  openLinkChannels(far, (name, channel) => {
    accepted.push({ name, channel });
    return name !== "refused";
  });
  const channels = openLinkChannels(near);
  const nextAccepted = async (name: string): Promise<MirrorLink> => {
    await expect.poll(() => accepted.some((entry) => entry.name === name)).toBe(true);
    const index = accepted.findIndex((entry) => entry.name === name);
    const [found] = accepted.splice(index, 1);
    if (found === undefined) throw new Error("expected a channel");
    return found.channel;
  };
  return { channels, accepted, nextAccepted };
}

describe("a channel", () => {
  describeLinkContract(
    async () => {
      const { channels, nextAccepted } = connectChannels(...connectPorts());
      const near = channels.open("one");
      return { near, far: await nextAccepted("one") };
    },
    { hasOwnTransport: false },
  );

  it("gets only its own messages, even if their text looks like one of the protocol", async () => {
    const { channels, nextAccepted } = connectChannels(...connectPorts());
    const [a, b] = [channels.open("a"), channels.open("b")];
    const [farA, farB] = [await nextAccepted("a"), await nextAccepted("b")];
    for (const text of ["-b", ">b\nhello", "+b", "", "line\nbreak"]) a.send(text);
    b.send("b");
    expect(await nextMessages(farA, 5)).toEqual(["-b", ">b\nhello", "+b", "", "line\nbreak"]);
    expect(await nextMessages(farB, 1)).toEqual(["b"]);
  });

  it("closes alone, and together with the link", async () => {
    const [near, far] = connectPorts();
    const { channels, nextAccepted } = connectChannels(near, far);
    const [a, b] = [channels.open("a"), channels.open("b")];
    const farA = whenClosed(await nextAccepted("a"));
    const farB = await nextAccepted("b");
    a.close();
    await farA;
    b.send("still open");
    expect(await nextMessages(farB, 1)).toEqual(["still open"]);
    const closed = Promise.all([whenClosed(b), whenClosed(farB)]);
    channels.close();
    await closed;
  });

  it("replaces the one with the same name at both ends, so that no messages get mixed", async () => {
    const { channels, nextAccepted } = connectChannels(...connectPorts());
    const first = channels.open("a");
    const [firstClosed, farFirst] = [whenClosed(first), await nextAccepted("a")];
    const farClosed = whenClosed(farFirst);
    const second = channels.open("a");
    first.send("from the first");
    first.close();
    second.send("from the second");
    expect(await firstClosed).toBe("Opened again");
    await farClosed;
    expect(await nextMessages(await nextAccepted("a"), 1)).toEqual(["from the second"]);
  });

  it("is closed if the other end does not accept it", async () => {
    const [near, far] = connectPorts();
    const { channels, accepted } = connectChannels(near, far);
    await whenClosed(channels.open("refused"));
    await whenClosed(channels.open("x".repeat(1_100)));
    expect(accepted.map(({ name }) => name)).toEqual(["refused"]);
    const back = openLinkChannels(far);
    await whenClosed(back.open("the near end accepts none"));
  });

  it("is limited in number, for an end that opens as many as it can", async () => {
    const [near, far] = connectPorts();
    const { channels, accepted } = connectChannels(near, far);
    const opened = Array.from({ length: 1_001 }, (_, index) => channels.open(`c${index}`));
    await whenClosed(opened[1_000] ?? near);
    expect(accepted).toHaveLength(1_000);
  });

  it("ignores texts of channels that are not open, and texts that are none of the protocol", async () => {
    const [near, far] = connectPorts();
    const { channels, nextAccepted } = connectChannels(near, far);
    for (const text of [">b\nhello", "-b", "", ">", "x", "\n", '{"type":"hello"}']) near.send(text);
    channels.open("a").send("fine");
    expect(await nextMessages(await nextAccepted("a"), 1)).toEqual(["fine"]);
  });
});

it("carries the mirrors of several stores, also in parts", async () => {
  const [near, far] = connectPorts();
  const stores = new Map(["a", "b"].map((name) => [name, createAcpStore()] as const));
  const hosts = new Map(Array.from(stores, ([name, store]) => [name, hostMirrors(store)] as const));
  openLinkChannels({ ...far, maxChars: 500 }, (name, channel) => {
    hosts.get(name)?.connect(channel);
    return hosts.has(name);
  });
  const channels = openLinkChannels({ ...near, maxChars: 500 });
  for (const [name, store] of stores) {
    const content = { type: "text", text: `${name} `.repeat(2_000) };
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "agent_message_chunk", content } });
  }
  for (const [name, store] of stores) {
    const mirror = createMirror(() => channels.open(name), { sessions: [] });
    onTestFinished(() => mirror.close());
    await expect.poll(() => mirror.status).toBe("live");
    await mirror.open("s1");
    const [message] = mirror.getState().sessions.get("s1")?.messages.values() ?? [];
    const [original] = store.getState().sessions.get("s1")?.messages.values() ?? [];
    expect(message?.content).toEqual(original?.content);
  }
  for (const host of hosts.values()) host.close();
});
