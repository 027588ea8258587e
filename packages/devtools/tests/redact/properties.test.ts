import { createAcpStore, type Frame } from "@acp-store/core";
import { formatTrace, redactTrace } from "@acp-store/devtools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { shapeOf } from "../support/shape.js";

/** Words that do not occur elsewhere in a message. */
const word = fc
  .string({
    unit: fc.constantFrom("q", "z", "j", "Q", "ß", "語", "7"),
    minLength: 8,
    maxLength: 20,
  })
  .filter((text) => /[qzjQß語]/.test(text));
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const path = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
const base64 = text.map((value) => Buffer.from(value).toString("base64"));
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(
    fc.oneof(path, fc.constantFrom("type", "id", "kind", "token")),
    tie("value"),
  ),
})).value;
const block = fc.oneof(
  text.map((value) => ({ type: "text", text: value })),
  base64.map((data) => ({ type: "image", data, mimeType: "image/png" })),
  fc.tuple(path, word).map(([uri, name]) => ({ type: "resource_link", uri, name })),
  base64.chain((blob) => path.map((uri) => ({ type: "resource", resource: { uri, blob } }))),
);
const id = fc.constantFrom("a", "b");
const status = fc.constantFrom("pending", "in_progress", "completed", "failed");
const item = fc.oneof(
  block.map((content) => ({ type: "content", content })),
  fc.tuple(path, text).map(([at, newText]) => ({ type: "diff", path: at, oldText: null, newText })),
);

const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc
    .record({
      toolCallId: id,
      title: text,
      status,
      rawInput: json,
      rawOutput: json,
      _meta: fc.dictionary(path, json),
    })
    .map((call) => updated({ sessionUpdate: "tool_call_update", ...call })),
  fc
    .record({ toolCallId: id, content: fc.array(item, { maxLength: 2 }) })
    .map((call) => updated({ sessionUpdate: "tool_call", title: "", ...call })),
  block.map((content) => updated({ sessionUpdate: "agent_message_chunk", content })),
  fc.array(text).map((all) =>
    updated({
      sessionUpdate: "plan",
      entries: all.map((content) => ({ content, priority: "low", status: "pending" })),
    }),
  ),
  text.map((title) => updated({ sessionUpdate: "session_info_update", title })),
  fc.tuple(fc.nat(2), text).map(([request, title]) =>
    recv({
      id: request,
      method: "session/request_permission",
      params: {
        sessionId: "s1",
        toolCall: { toolCallId: "a", title },
        options: [{ optionId: "yes", name: title, kind: "allow_once" }],
      },
    }),
  ),
  fc
    .nat(2)
    .map((request) =>
      sent({ id: request, result: { outcome: { outcome: "selected", optionId: "yes" } } }),
    ),
  text.map((message) => recv({ id: 0, error: { code: 1, message, data: { path: message } } })),
  fc.tuple(path, word).map(([cwd, name]) =>
    sent({
      id: 9,
      method: "session/new",
      params: { cwd, mcpServers: [{ name, command: cwd, args: [name], env: [] }] },
    }),
  ),
  json.map((params) => recv({ method: "_vendor/thing", params })),
);

/** A prompt, and its echo in two chunks, split at a random position. */
const turn = fc.tuple(text, fc.nat(30)).map(([prompt, cut]) => [
  sent({
    id: 7,
    method: "session/prompt",
    params: { sessionId: "s1", prompt: [{ type: "text", text: prompt }] },
  }),
  ...[prompt.slice(0, cut), prompt.slice(cut)].map((chunk) =>
    updated({ sessionUpdate: "user_message_chunk", content: { type: "text", text: chunk } }),
  ),
  recv({ id: 7, result: { stopReason: "end_turn" } }),
]);
const trace = fc
  .array(
    fc.oneof(
      frame.map((one) => [one]),
      turn,
    ),
    { maxLength: 12 },
  )
  .map((all) => all.flat());

function shapeAfter(frames: readonly Frame[]): object {
  const store = createAcpStore({ idPrefix: "t", now: () => 0 });
  for (const one of frames) store.observe(one);
  return shapeOf(store.getState());
}

/** Yields every string value, its base64 decoding, and every key. */
function* stringsIn(value: unknown): Iterable<string> {
  if (typeof value === "string") yield* [value, Buffer.from(value, "base64").toString()];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield key;
    yield* stringsIn(inner);
  }
}

describe("a redacted trace", () => {
  it("contains no word of the original", () => {
    fc.assert(
      fc.property(trace, (frames) => {
        const words = [...stringsIn(frames)].flatMap(
          (found) => found.match(/[qzjQß語7]{8,}/g) ?? [],
        );
        const redacted = redactTrace(frames);
        const left = [...stringsIn(redacted), formatTrace(redacted)].join("\n");
        for (const secret of words) expect(left).not.toContain(secret);
      }),
    );
  });

  it("leads to a state of the same shape", () => {
    fc.assert(
      fc.property(trace, (frames) => {
        expect(shapeAfter(redactTrace(frames))).toEqual(shapeAfter(frames));
      }),
    );
  });

  it("leads to a state of the same shape when redacted twice", () => {
    fc.assert(
      fc.property(trace, (frames) => {
        const once = redactTrace(frames);
        expect(shapeAfter(redactTrace(once))).toEqual(shapeAfter(once));
      }),
    );
  });
});
