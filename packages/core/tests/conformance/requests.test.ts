import type { AcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { type Channel, complaints, type Official, official } from "./support/judge.js";
import type { Schema, Version } from "./support/schema.js";

const schemas = [official(1, "unstable"), official(2, "unstable")];

/** Requests whose answers the store reads, and what answers them. */
const ANSWERS = [
  { method: "session/new", definition: "NewSessionResponse" },
  { method: "session/load", definition: "LoadSessionResponse" },
  { method: "session/resume", definition: "ResumeSessionResponse" },
  { method: "session/set_config_option", definition: "SetSessionConfigOptionResponse" },
  { method: "session/prompt", definition: "PromptResponse" },
];

describe.each(schemas)("version $version", { timeout: 30_000 }, (schema) => {
  // Version 2 has no session/load.
  const answers = ANSWERS.filter(({ definition }) => definition in schema.definitions);

  it.each(answers)("reads the answer to $method as the schema says", ({ method, definition }) => {
    const { valid, faulty } = messages(schema, definition);
    const channel = answerTo(schema.version, method);
    expect(complaints(schema, ref(definition), channel, [...valid, ...faulty, 7, []])).toEqual([]);
  });

  it("reads the answer to initialize as the schema says", () => {
    const { version } = schema;
    const { valid, faulty } = messages(schema, "InitializeResponse");
    // The version that the answer names decides which schema it follows.
    const named = [...valid, ...faulty].map((answer) => ({ ...answer, protocolVersion: version }));
    const channel = answerTo(version, "initialize");
    expect(complaints(schema, ref("InitializeResponse"), channel, named)).toEqual([]);
    expect(complaints(schema, ref("InitializeResponse"), channel, [null, 7, [], {}])).toEqual([]);
  });

  it("reads a request for permission as the schema says", () => {
    const { valid, faulty } = messages(schema, "RequestPermissionRequest");
    const channel: Channel = {
      version: schema.version,
      base: ["msg", "params"],
      send: (store, params) =>
        store.observe({
          dir: "recv",
          msg: { id: 1, method: "session/request_permission", params },
        }),
    };
    const requests = [...valid, ...faulty, null, 7, []];
    expect(complaints(schema, ref("RequestPermissionRequest"), channel, requests)).toEqual([]);
  });
});

type Message = Record<string, unknown>;

function messages({ generate, reader }: Official, definition: string) {
  const valid = generate.examples(ref(definition)) as readonly Message[];
  expect(valid.filter((message) => !reader.accepts(ref(definition), message))).toEqual([]);
  const faulty = generate.faults(ref(definition)) as readonly Message[];
  expect(faulty.length).toBeGreaterThan(5);
  return { valid, faulty };
}

function answerTo(version: Version, method: string): Channel {
  const ask = (store: AcpStore): unknown =>
    store.observe({ dir: "sent", msg: { id: 1, method, params: { sessionId: "s1" } } });
  return {
    version,
    base: ["msg", "result"],
    prepare: ask,
    send: (store, result) => store.observe({ dir: "recv", msg: { id: 1, result } }),
    ...(version === 1 && method === "session/prompt" ? { mayEndTurn: true } : {}),
  };
}

function ref(definition: string): Schema {
  return { $ref: `#/$defs/${definition}` };
}
