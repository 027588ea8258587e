import { type AcpStore, createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  type Channel,
  findMismatches,
  type OfficialSchema,
  loadOfficialSchema,
} from "./support/judge.js";
import type { Schema, Version } from "./support/schema.js";

const schemas = [loadOfficialSchema(1, "unstable"), loadOfficialSchema(2, "unstable")];

/** The requests whose responses the store parses, with the definitions of the responses. */
const RESPONSES = [
  { method: "session/new", definition: "NewSessionResponse" },
  { method: "session/fork", definition: "ForkSessionResponse" },
  { method: "session/load", definition: "LoadSessionResponse" },
  { method: "session/resume", definition: "ResumeSessionResponse" },
  { method: "session/set_config_option", definition: "SetSessionConfigOptionResponse" },
  { method: "session/list", definition: "ListSessionsResponse" },
  { method: "session/set_title", definition: "SetSessionTitleResponse" },
  { method: "auth/status", definition: "AuthStatusResponse" },
  { method: "session/prompt", definition: "PromptResponse" },
];

describe.each(schemas)("version $version", (schema) => {
  // Version 2 has no session/load.
  const responses = RESPONSES.filter(({ definition }) => definition in schema.definitions);

  it.each(responses)(
    "parses the response to $method as the schema requires",
    ({ method, definition }) => {
      const { valid, faulty } = generateMessages(schema, definition);
      const channel = responseChannel(schema.version, method);
      expect(
        findMismatches(schema, ref(definition), channel, [...valid, ...faulty, 7, []]),
      ).toEqual([]);
    },
  );

  it("parses the response to initialize as the schema requires", () => {
    const { version, generate, reader } = schema;
    const definition = ref("InitializeResponse");
    // Some examples add a field to `env`, where all values are strings.
    const valid = generate
      .examples(definition)
      .filter((example) => reader.accepts(definition, example));
    expect(valid.length).toBeGreaterThan(20);
    const faulty = generate.faults(definition);
    // The protocol version in the response determines which schema applies.
    const withVersion = [...valid, ...faulty].map((response) => ({
      ...(response as Message),
      protocolVersion: version,
    }));
    const channel = responseChannel(version, "initialize");
    expect(findMismatches(schema, ref("InitializeResponse"), channel, withVersion)).toEqual([]);
    expect(findMismatches(schema, ref("InitializeResponse"), channel, [null, 7, [], {}])).toEqual(
      [],
    );
  });

  it("parses a change of the sign-in state as the schema requires", () => {
    const { valid, faulty } = generateMessages(schema, "AuthStatusUpdateNotification");
    const channel: Channel = {
      version: schema.version,
      base: ["msg", "params"],
      send: (store, params) =>
        store.observe({ dir: "recv", msg: { method: "auth/status_update", params } }),
    };
    const updates = [...valid, ...faulty, null, 7, []];
    expect(findMismatches(schema, ref("AuthStatusUpdateNotification"), channel, updates)).toEqual(
      [],
    );
  });

  it("parses a permission request as the schema requires", () => {
    const { valid, faulty } = generateMessages(schema, "RequestPermissionRequest");
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
    expect(findMismatches(schema, ref("RequestPermissionRequest"), channel, requests)).toEqual([]);
  });
});

describe("version 1", () => {
  const [schema] = schemas as [OfficialSchema];

  it("parses an elicitation as the schema requires", () => {
    const definition = ref("CreateElicitationRequest");
    const valid = schema.generate
      .examples(definition)
      .filter((request) => schema.reader.accepts(definition, request));
    expect(valid.length).toBeGreaterThan(20);
    const faulty = schema.generate.faults(definition);
    const channel: Channel = {
      version: 1,
      base: ["msg", "params"],
      send: (store, params) =>
        store.observe({ dir: "recv", msg: { id: 1, method: "elicitation/create", params } }),
    };
    const requests = [...valid, ...faulty, null, 7, []];
    expect(findMismatches(schema, definition, channel, requests)).toEqual([]);
  });

  it.each([
    ["terminal/create", "CreateTerminalResponse", true],
    ["terminal/output", "TerminalOutputResponse", true],
    ["terminal/wait_for_exit", "WaitForTerminalExitResponse", true],
    ["terminal/release", "ReleaseTerminalResponse", false],
  ])(
    "parses the client's response to %s if the schema accepts it",
    (method, definition, canFail) => {
      const { valid, faulty } = generateMessages(schema, definition, canFail);
      const changesState = (result: unknown): boolean => {
        const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
        const params = { sessionId: "s1", terminalId: "t1", command: "ls" };
        store.observe({ dir: "recv", msg: { id: 1, method, params } });
        const before = store.getState();
        store.observe({ dir: "sent", msg: { id: 1, result } });
        return store.getState() !== before;
      };
      expect(valid.filter((result) => !changesState(result))).toEqual([]);
      // Clients that do not truncate output may omit `truncated`.
      const isReadable = (result: object) =>
        schema.reader.read(ref(definition), { ...result, truncated: false }) !== undefined;
      expect(faulty.filter((result) => changesState(result) !== isReadable(result))).toEqual([]);
    },
  );
});

type Message = Record<string, unknown>;

function generateMessages(
  { generate, reader }: OfficialSchema,
  definition: string,
  canFail = true,
) {
  const schema = ref(definition);
  const valid = generate.examples(schema) as readonly Message[];
  expect(valid.filter((message) => !reader.accepts(schema, message))).toEqual([]);
  const faulty = generate.faults(schema) as readonly Message[];
  if (canFail) expect(faulty.length).toBeGreaterThan(2);
  return { valid, faulty };
}

function responseChannel(version: Version, method: string): Channel {
  const sendRequest = (store: AcpStore): unknown =>
    store.observe({ dir: "sent", msg: { id: 1, method, params: { sessionId: "s1" } } });
  return {
    version,
    base: ["msg", "result"],
    prepare: sendRequest,
    send: (store, result) => store.observe({ dir: "recv", msg: { id: 1, result } }),
    ...(method === "session/prompt" ? { mayEndTurn: true } : {}),
  };
}

function ref(definition: string): Schema {
  return { $ref: `#/$defs/${definition}` };
}
