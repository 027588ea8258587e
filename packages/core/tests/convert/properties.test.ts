import { createAcpStore, type Session } from "@acp-store/core";
import { createMessageIds, toV1Update, toV2Update } from "@acp-store/core/convert";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codes, plain, text } from "../support/trackedStore.js";
import { v1Update } from "../support/v1Updates.js";

const KINDS = [
  "user_message_chunk",
  "agent_message",
  "tool_call",
  "tool_call_update",
  "tool_call_content_chunk",
  "plan",
  "plan_update",
  "plan_removed",
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "session_info_update",
  "usage_update",
  "state_update",
  "__proto__",
  "constructor",
];
const FIELDS = ["toolCallId", "content", "plan", "_meta", "locations", "availableCommands"];
const updateLike = fc
  .tuple(fc.constantFrom(...KINDS), fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue()))
  .map(([sessionUpdate, rest]): unknown => ({ sessionUpdate, ...rest }));
const STATUS_CODES: ReadonlySet<string> = new Set(["late_update", "status_regression"]);
const arbitraryInput = fc.oneof(fc.jsonValue(), updateLike, v1Update);

describe("arbitrary input", () => {
  it("is neither rejected nor modified", () => {
    fc.assert(
      fc.property(arbitraryInput, (value) => {
        const before = structuredClone(value);
        for (const conversion of [toV1Update(value), toV2Update(value)])
          for (const { path } of conversion.lost) expect(Array.isArray(path)).toBe(true);
        toV2Update(value, { messageIds: createMessageIds() });
        expect(value).toEqual(before);
      }),
    );
  });

  it("is returned unchanged if it is not an update", () => {
    const notAnUpdate = fc
      .jsonValue()
      .filter((value) => !JSON.stringify(value).includes("sessionUpdate"));
    fc.assert(
      fc.property(notAnUpdate, (value) => {
        expect(toV2Update(value).update).toBe(value);
        expect(toV1Update(value)).toEqual({ update: value, lost: [] });
      }),
    );
  });
});

describe("version 1 traffic", () => {
  it("produces the same session after conversion to version 2", () => {
    fc.assert(
      fc.property(fc.array(v1Update, { maxLength: 30 }), (updates) => {
        const messageIds = createMessageIds();
        const [v1, v2] = [storeWithSession(1), storeWithSession(2)];
        for (const update of updates) {
          const converted = toV2Update(update, { messageIds });
          expect(converted.lost).toEqual([]);
          expect(v1.ingest(update).accepted).toBe(true);
          const result = v2.ingest(converted.update);
          expect(result.accepted).toBe(true);
          expect(codes(result).filter((code) => !STATUS_CODES.has(code))).toEqual([]);
        }
        expect(comparableContent(v2.session())).toEqual(comparableContent(v1.session()));
      }),
      { numRuns: 300 },
    );
  });

  it("survives a round trip through version 2", () => {
    fc.assert(
      fc.property(v1Update, (update) => {
        const messageIds = createMessageIds();
        const restored = toV1Update(toV2Update(update, { messageIds }).update);
        const repeated = toV1Update(toV2Update(restored.update).update);
        expect(repeated.update).toEqual(restored.update);
        if (restored.lost.length > 0) return;
        const [first, second] = [storeWithSession(1), storeWithSession(1)];
        first.ingest(update);
        second.ingest(restored.update);
        expect(comparableContent(second.session())).toEqual(comparableContent(first.session()));
      }),
    );
  });
});

it("joins the chunks of an agent that sends no message ids", () => {
  const { update } = toV2Update({ sessionUpdate: "agent_message_chunk", content: text("Hi") });
  const store = storeWithSession(2);
  store.ingest(update);
  store.ingest(update);
  expect([...store.session().messages.values()].map(({ content }) => content)).toEqual([
    [text("HiHi")],
  ]);
});

function storeWithSession(protocolVersion: 1 | 2) {
  const store = createAcpStore({ protocolVersion, scheduler: "sync", now: () => 0 });
  store.openSession({ sessionId: "s1" });
  return {
    ingest: (update: unknown) => store.ingest({ sessionId: "s1", update }),
    session: () => store.getState().sessions.get("s1") as Session,
  };
}

/** Returns the parts of a session that both versions share, with diffs in the version 1 format. */
function comparableContent(session: Session): unknown {
  const { toolCalls, plans, messages, timeline, info, commands, configOptions } = session;
  const { usage, notices, compactions, subagents, sessionMessages } = session;
  return plain({
    toolCalls: [...toolCalls].map(([key, call]) => [key, withV1Content(call)]),
    plans,
    messages: [...messages.values()].map(({ role, content, _meta }) => ({ role, content, _meta })),
    timeline: timeline.map(({ type, id }) => (type === "message" ? { type } : { type, id })),
    info,
    usage: { ...usage, cost: usage?.cost ?? undefined },
    notices,
    compactions,
    subagents,
    sessionMessages,
    configOptions: configOptions.map((option) => {
      const { update } = toV1Update({
        sessionUpdate: "config_option_update",
        configOptions: [{ ...option, id: undefined, configId: option.id }],
      });
      return (update as { configOptions: unknown }).configOptions;
    }),
    commands: commands.map(({ name, description, input }) => [name, description, input?.hint]),
  });
}

function withV1Content(call: object): unknown {
  const { update } = toV1Update({ sessionUpdate: "tool_call_update", ...call });
  return { ...call, content: (update as { content: unknown }).content };
}
