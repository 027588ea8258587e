import { expect, it } from "vitest";
import { createHistory } from "../../src/index.js";
import { createTraffic } from "../../src/panel/model/traffic.js";
import { recv, said, sent, steadyStore } from "../support/frames.js";

it("counts each message once, by kind and by second", () => {
  const store = steadyStore();
  const history = createHistory(store);
  const traffic = createTraffic(history);
  const frames = [
    sent({ id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } }),
    recv({ id: 1, result: { sessionId: "s1" } }),
    said("Hello"),
    said("you"),
  ];
  for (const [place, frame] of frames.entries()) store.observe({ ...frame, t: 1000 + place * 600 });
  expect(traffic.more(2)).toBe(false);
  while (!traffic.more(2));
  const { recv: received, sent: own, kinds, seconds } = traffic.read();
  const size = (list: typeof frames): number =>
    list.reduce((sum, { msg }) => sum + JSON.stringify(msg).length, 0);
  expect(received).toEqual({ count: 3, size: size(frames.slice(1)) });
  expect(own).toEqual({ count: 1, size: size(frames.slice(0, 1)) });
  expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([
    ["agent_message_chunk", 2],
    ["session/new", 1],
    ["response", 1],
  ]);
  expect([...seconds].map(([second, { count }]) => [second, count])).toEqual([
    [0, 2],
    [1, 2],
  ]);
});
