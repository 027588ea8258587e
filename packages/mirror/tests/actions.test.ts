import { type AcpState, serialize } from "@acp-store/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AcpMirrorError,
  hostMirrors,
  type MirrorAction,
  type MirrorAgent,
} from "../src/index.js";
import { seededRandom } from "./support/links.js";
import {
  ALL_RIGHTS,
  ask,
  mirrorOf,
  outcomeOf,
  owner,
  pass,
  say,
  type TestMirror,
} from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function reasonOf(sent: Promise<unknown>): Promise<string> {
  const outcome = outcomeOf(sent);
  await pass();
  return outcome;
}

async function connected(
  options: Parameters<typeof owner>[0] = {},
  rights = ALL_RIGHTS,
): Promise<ReturnType<typeof owner> & { mirror: TestMirror }> {
  const running = owner(options);
  say(running.store, "Hello");
  const mirror = mirrorOf(() => running.host, rights);
  await pass();
  return { ...running, mirror };
}

describe("answers", () => {
  it("settles a permission request, which is marked while the answer is on its way", async () => {
    const { store, mirror } = await connected();
    const { id, answer } = ask(store);
    await pass();
    const marks: string[][] = [];
    mirror.onAnswering((answering) => marks.push([...answering]));
    mirror.respondToPermission(id, "yes");
    expect(mirror.answering.has(id)).toBe(true);
    await pass();
    expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(marks).toEqual([[id], []]);
    mirror.close();
  });

  it("refuses an answer with the winner's answer if another window was faster", async () => {
    const { store, mirror } = await connected();
    const { id } = ask(store);
    await pass();
    const refusals: AcpMirrorError[] = [];
    mirror.onRefused((error) => refusals.push(error));
    mirror.respondToPermission(id, "yes");
    store.respondToPermission(id, "no");
    await pass();
    expect(refusals).toMatchObject([
      {
        name: "AcpMirrorError",
        reason: "already_settled",
        action: "respondToPermission",
        settled: { status: "selected", optionId: "no", reason: "user" },
      },
    ]);
    mirror.close();
  });

  it("delivers one answer if three mirrors answer at the same moment, 1,000 times", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirrors = [1, 2, 3].map(() => mirrorOf(() => host));
    await pass();
    const random = seededRandom(17);
    let delivered = 0;
    let won = 0;
    let lost = 0;
    for (let round = 0; round < 1_000; round++) {
      const { id, answer } = ask(store);
      const option = random() < 0.5 ? "yes" : "no";
      void answer.then(() => delivered++);
      await pass(5);
      for (const mirror of mirrors)
        mirror.actions.respondToPermission(id, option).then(
          () => won++,
          (error: AcpMirrorError) => {
            if (error.reason === "already_settled" && error.settled?.optionId === option) lost++;
          },
        );
      await pass(5);
    }
    expect({ delivered, won, lost }).toEqual({ delivered: 1_000, won: 1_000, lost: 2_000 });
    for (const mirror of mirrors) mirror.close();
  });

  it("settles a request for input", async () => {
    const { store, mirror } = await connected();
    const buttons = { accept: "Continue", decline: "Stop" };
    const answer = store.requestElicitation(
      {
        sessionId: "s1",
        mode: "form",
        message: "Name?",
        requestedSchema: { type: "object", properties: {} },
      },
      { buttons },
    );
    await pass();
    const [id = ""] = store.getState().pendingElicitations;
    expect(mirror.getState().elicitations.get(id)?.buttons).toEqual(buttons);
    mirror.respondToElicitation(id, { action: "accept", content: { name: "Ada" } });
    await pass();
    expect(await answer).toEqual({ action: "accept", content: { name: "Ada" } });
    expect(await reasonOf(mirror.actions.respondToElicitation(id, { action: "cancel" }))).toBe(
      "already_settled",
    );
    mirror.close();
  });
});

describe("an action that is sent again", () => {
  it("runs once", async () => {
    const { store, mirror } = await connected();
    const prompt = [{ type: "text", text: "next" }] as const;
    const id = mirror.queuePrompt("s1", prompt);
    const text = mirror.link.sent.up.at(-1) ?? "";
    await pass();
    store.unqueuePrompt("s1", id);
    mirror.link.mirror.send(text);
    await pass();
    expect(store.getState().sessions.get("s1")?.queue).toEqual([]);
    mirror.close();
  });

  it("gets the result that the first one had", async () => {
    const { store, mirror } = await connected();
    const { id } = ask(store);
    await pass();
    void mirror.actions.respondToPermission(id, "yes");
    const text = mirror.link.sent.up.at(-1) ?? "";
    await pass();
    const results = (): string[] =>
      mirror.link.sent.down.filter((sent) => sent.includes('"result"'));
    const [first] = results();
    mirror.link.mirror.send(text);
    await pass();
    expect(results()).toEqual([first, first]);
    mirror.close();
  });

  it("is refused if its result was forgotten", async () => {
    const { store, mirror } = await connected();
    const prompt = [{ type: "text", text: "next" }] as const;
    const id = mirror.queuePrompt("s1", prompt);
    const text = mirror.link.sent.up.at(-1) ?? "";
    await pass();
    store.unqueuePrompt("s1", id);
    for (let count = 0; count < 1_100; count++) {
      mirror.markSessionRead("s1");
      if (count % 50 === 0) await pass();
    }
    await pass();
    mirror.link.mirror.send(text);
    await pass();
    expect(mirror.link.sent.down.at(-1)).toContain('"uncertain"');
    expect(store.getState().sessions.get("s1")?.queue).toEqual([]);
    mirror.close();
  });

  it("survives a link that breaks", async () => {
    let prompts = 0;
    let finish: (result: { stopReason: string }) => void = () => {};
    const agent: MirrorAgent = {
      prompt: () => {
        prompts++;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    };
    const { mirror } = await connected({ agent });
    const sent = mirror.actions.prompt("s1", [{ type: "text", text: "Go" }]);
    await pass();
    mirror.link.sever();
    await pass(2_000);
    expect(mirror.pairs).toHaveLength(2);
    finish({ stopReason: "end_turn" });
    await pass();
    expect(await sent).toEqual({ stopReason: "end_turn" });
    expect(prompts).toBe(1);
    mirror.close();
  });

  it("becomes uncertain if the link stays broken", async () => {
    const { host, mirror } = await connected({ agent: { prompt: () => new Promise(() => {}) } });
    const sent = outcomeOf(mirror.actions.prompt("s1", [{ type: "text", text: "Go" }]));
    await pass();
    host.connect = () => {
      throw new Error("The owner does not run.");
    };
    mirror.link.sever();
    await pass(15_000);
    expect(await sent).toBe("uncertain");
    mirror.close();
  });
});

describe("rights", () => {
  it("allows nothing by default", async () => {
    const { store, mirror } = await connected({}, {});
    const { id } = ask(store);
    await pass();
    expect(await reasonOf(mirror.actions.respondToPermission(id, "yes"))).toBe("forbidden");
    expect(await reasonOf(mirror.actions.queuePrompt("s1", []))).toBe("forbidden");
    expect(store.getState().sessions.get("s1")?.pendingPermissions).toEqual([id]);
    mirror.close();
  });

  it("asks for the right with the validated action and its session", async () => {
    const asked: MirrorAction[] = [];
    const may = (action: MirrorAction): boolean => {
      asked.push(action);
      return action.name === "respondToPermission";
    };
    const { store, mirror } = await connected({}, { may });
    const { id } = ask(store);
    await pass();
    expect(await reasonOf(mirror.actions.respondToPermission(id, "yes"))).toBe("resolved");
    expect(await reasonOf(mirror.actions.releaseQueue("s1"))).toBe("forbidden");
    expect(asked).toEqual([
      { name: "respondToPermission", args: [id, "yes"], sessionId: "s1" },
      { name: "releaseQueue", args: ["s1"], sessionId: "s1" },
    ]);
    mirror.close();
  });

  it("hides sessions, which can neither be seen nor named", async () => {
    const { store, host } = owner();
    say(store, "public");
    const listHidden = (title: string): void => {
      const sessions = [{ sessionId: "hidden", cwd: "/secret-folder", title }];
      const frame = { jsonrpc: "2.0", id: title };
      store.observe({ dir: "sent", msg: { ...frame, method: "session/list", params: {} } });
      store.observe({ dir: "recv", msg: { ...frame, result: { sessions } } });
    };
    listHidden("secret title");
    say(store, "secret words", "hidden");
    const { id } = ask(store, "hidden");
    void store.requestElicitation({
      sessionId: "hidden",
      mode: "form",
      message: "secret question",
      requestedSchema: { type: "object", properties: {} },
    });
    const [elicitationId = ""] = store.getState().pendingElicitations;
    const mirror = mirrorOf(() => host, {
      ...ALL_RIGHTS,
      sees: (sessionId) => sessionId !== "hidden",
    });
    await pass();
    listHidden("other secret title");
    expect(store.getState().catalog.get("hidden")?.title).toBe("other secret title");
    say(store, "more secret words", "hidden");
    ask(store, "hidden");
    say(store, "more");
    const visible = ask(store);
    await pass(10_000);
    expect([...mirror.getState().sessions.keys()]).toEqual(["s1"]);
    expect(mirror.getState().sessions.get("s1")?.pendingPermissions).toEqual([visible.id]);
    expect(mirror.getState().pendingElicitations).toEqual([]);
    const sent = mirror.link.sent.down.join("\n");
    expect(sent).not.toContain("secret");
    expect(sent).not.toContain("hidden");
    expect(await reasonOf(mirror.actions.respondToPermission(id, "yes"))).toBe("unknown");
    expect(
      await reasonOf(mirror.actions.respondToElicitation(elicitationId, { action: "cancel" })),
    ).toBe("unknown");
    expect(await reasonOf(mirror.actions.releaseQueue("hidden"))).toBe("unknown");
    mirror.link.mirror.send('{"type":"subscribe","lanes":[["session:hidden",null]]}');
    await pass();
    expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
    mirror.close();
  });
});

it("refuses actions that need the agent if there is none", async () => {
  const { mirror } = await connected();
  const prompt = [{ type: "text", text: "Go" }] as const;
  expect(await reasonOf(mirror.actions.prompt("s1", prompt))).toBe("unsupported");
  expect(await reasonOf(mirror.actions.cancel("s1"))).toBe("unsupported");
  expect(await reasonOf(mirror.actions.setMode("s1", "ask"))).toBe("unsupported");
  expect(await reasonOf(mirror.actions.setConfigOption("s1", "model", true))).toBe("unsupported");
  mirror.close();
});

it("lets the agent carry out prompts, cancels and settings", async () => {
  const calls: unknown[] = [];
  const agent: MirrorAgent = {
    prompt: async (...args) => calls.push(["prompt", ...args]),
    cancel: async (...args) => void calls.push(["cancel", ...args]),
    setMode: async (...args) => void calls.push(["setMode", ...args]),
    setConfigOption: async () => {
      throw new Error("The agent refused.");
    },
  };
  const { mirror } = await connected({ agent });
  const prompt = [{ type: "text", text: "Go" }] as const;
  expect(await reasonOf(mirror.actions.prompt("s1", prompt))).toBe("resolved");
  mirror.cancelTurn("s1");
  expect(await reasonOf(mirror.actions.setMode("s1", "ask"))).toBe("resolved");
  expect(await reasonOf(mirror.actions.setConfigOption("s1", "model", "x"))).toBe("failed");
  expect(calls).toEqual([
    ["prompt", "s1", prompt],
    ["cancel", "s1"],
    ["setMode", "s1", "ask"],
  ]);
  mirror.close();
});

it("queues a prompt under the id that the mirror has returned, and edits it", async () => {
  const { store, mirror } = await connected();
  const text = (value: string) => [{ type: "text", text: value }] as const;
  const id = mirror.queuePrompt("s1", text("a"), { display: text("A") });
  mirror.queuePrompt("s1", text("b"));
  mirror.editQueuedPrompt("s1", id, text("c"));
  mirror.moveQueuedPrompt("s1", id, 1);
  mirror.holdQueuedPrompt("s1", id);
  await pass();
  const queue = (): unknown => mirror.getState().sessions.get("s1")?.queue;
  expect(queue()).toMatchObject([{ prompt: text("b") }, { id, prompt: text("c"), held: true }]);
  mirror.releaseQueuedPrompt("s1", id);
  mirror.unqueuePrompt("s1", id);
  mirror.releaseQueue("s1");
  await pass();
  expect(queue()).toMatchObject([{ prompt: text("b") }]);
  expect(store.getState().sessions.get("s1")?.queue).toHaveLength(1);
  mirror.close();
});

it("hides what the host redacts, in snapshots and in patches", async () => {
  const { store } = owner();
  const host = hostMirrors(store, {
    redact: (entity, { table }) =>
      table === "toolCalls" && "rawInput" in entity ? { ...entity, rawInput: "[hidden]" } : entity,
  });
  const call = (fields: object): void =>
    void store.ingest({ sessionId: "s1", update: { toolCallId: "c1", ...fields } });
  call({ sessionUpdate: "tool_call", title: "Read", rawInput: { key: "secret" } });
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  call({ sessionUpdate: "tool_call_update", title: "Write", rawInput: { key: "secret 2" } });
  say(store, "b");
  await pass();
  expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
  expect(mirror.getState().sessions.get("s1")?.toolCalls.get("c1")).toMatchObject({
    title: "Write",
    rawInput: "[hidden]",
  });
  expect(mirror.getState().sessions.get("s1")?.messages).toEqual(
    store.getState().sessions.get("s1")?.messages,
  );
  mirror.close();
});

it("hides what the host redacts in a session that is restored while a mirror follows", async () => {
  const { store: earlier } = owner();
  say(earlier, "secret words");
  void ask(earlier);
  const { store, host } = owner({
    redact: (entity, { table }) => (table === "messages" ? { ...entity, content: [] } : entity),
  });
  const mirror = mirrorOf(() => host);
  await pass();
  store.restoreSession(earlier.getState());
  await pass();
  expect(mirror.getState().sessions.get("s1")?.permissions.size).toBe(1);
  expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
  mirror.close();
});

it("sends a redacted entity once per batch, however many of its fields have changed", async () => {
  const { store, host } = owner({ redact: (entity) => ({ ...entity, _meta: undefined }) });
  const { id } = ask(store);
  const mirror = mirrorOf(() => host);
  await pass();
  const before = mirror.link.sent.down.length;
  store.respondToPermission(id, "yes");
  await pass();
  const sent = mirror.link.sent.down.slice(before).join("\n");
  expect(sent.match(/"selected"/g)).toHaveLength(2);
  const permissions = ({ sessions }: AcpState) => sessions.get("s1")?.permissions;
  expect(permissions(mirror.getState())).toEqual(permissions(store.getState()));
  mirror.close();
});

it("passes the state of the store to the function that redacts", async () => {
  const states: unknown[] = [];
  const { store, host } = owner({
    redact(entity, _place, state) {
      states.push(state);
      return entity;
    },
  });
  const mirror = mirrorOf(() => host);
  await pass();
  say(store, "a");
  await pass();
  expect(states.at(-1)).toBe(store.getState());
  mirror.close();
});

it("hides the messages of errors of the agent if the host redacts", async () => {
  const { store, host } = owner({
    redact: (entity) => entity,
    agent: { cancel: () => Promise.reject(new Error("/home/me/secret was not found")) },
  });
  store.openSession({ sessionId: "s1", cwd: "/w" });
  const mirror = mirrorOf(() => host);
  await pass();
  const refused = mirror.actions.cancel("s1").catch((error: AcpMirrorError) => error);
  await pass();
  expect(await refused).toMatchObject({
    reason: "failed",
    message: expect.stringContaining("may not see the reason"),
  });
  expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
  mirror.close();
});

it("sends only the parts of the state that the host selects, in snapshots and in patches", async () => {
  const { store, host } = owner({ stateParts: ["catalog"] });
  store.disconnect("/home/me/secret was not found");
  const mirror = mirrorOf(() => host);
  await pass();
  store.disconnect("another secret");
  void store.requestElicitation({ mode: "form", message: "secret question", requestedSchema: {} });
  store.openSession({ sessionId: "s3", cwd: "/w" });
  await pass();
  const { catalog, connection, elicitations, pendingElicitations } = mirror.getState();
  expect(catalog.get("s3")).toMatchObject({ cwd: "/w" });
  expect({ connection, elicitations: elicitations.size, pendingElicitations }).toEqual({
    elicitations: 0,
    pendingElicitations: [],
  });
  expect(mirror.getState().sessions.has("s3")).toBe(true);
  expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
  mirror.close();
});

it("sends only the parts of sessions that the host selects, in snapshots and in patches", async () => {
  const { store, host } = owner({ sessionParts: ["info", "permissions", "pendingPermissions"] });
  const name = (title: string): void =>
    void store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "session_info_update", title },
    });
  say(store, "secret words");
  store.queuePrompt("s1", [{ type: "text", text: "secret prompt" }]);
  const mirror = mirrorOf(() => host);
  await pass();
  name("A title");
  say(store, "more secret words");
  store.queuePrompt("s1", [{ type: "text", text: "another secret prompt" }]);
  const { id } = ask(store);
  await pass();
  say(store, "new secret words", "s2");
  await pass();
  const session = mirror.getState().sessions.get("s1");
  expect(session).toMatchObject({ sessionId: "s1", info: { title: "A title" }, queue: [] });
  expect(session?.pendingPermissions).toEqual([id]);
  expect(session?.permissions.get(id)?.toolCall?.title).toBe("rm");
  expect(session?.messages.size).toBe(0);
  expect(mirror.getState().sessions.has("s2")).toBe(true);
  expect(mirror.link.sent.down.join("\n")).not.toContain("secret");
  mirror.close();
});

describe("arguments with thousands of levels", () => {
  it("cuts them, so that the owner can write its state as JSON", async () => {
    const { store, mirror } = await connected();
    let deep: unknown = "end";
    for (let level = 0; level < 4000; level++) deep = { in: deep };
    const prompt = [{ type: "text", text: "Hello", _meta: deep }] as never;
    mirror.queuePrompt("s1", prompt);
    await pass();
    expect(store.getState().sessions.get("s1")?.queue).toHaveLength(1);
    expect(() => JSON.stringify(serialize(store.getState()))).not.toThrow();
    mirror.close();
  });
});
