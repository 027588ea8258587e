import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder, fixtureCommand, startProgram } from "./support/program.js";
import { startOnScreen } from "./support/screen.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Message {
  readonly method: string;
  readonly params: Json;
}

const RECORDINGS = join(import.meta.dirname, "../../../packages/core/tests/fixtures/recordings");
const METHODS = ["session/update", "session/request_permission"];
const SESSION_ID = "hostile";
/** Writes to the clipboard and the title, clears the screen, moves the cursor, and reverses the text. */
const POISON =
  "\u001b]52;c;cm0gLXJm\u0007\u001b]0;t\u001b\\\u009d52;c;eA==\u009c\u001b[2J\u009b9A\u001bc\r\b\u0007\u202e\u2066\u200f\u2028";
/** The sequences with which this program draws its own lines. */
// oxlint-disable-next-line eslint/no-control-regex -- a terminal interprets these characters
const OWN_SEQUENCES = /\u001b\[(?:\?(?:2004|2026|25|7)[hl]|\d*[AJ]|[\d;]*m)|[\r\n]/g;
const UNSAFE = /\p{Cc}|\p{Bidi_Control}|\p{Zl}/u;

/** Returns copies of a value in each of which one string is poisoned and marked, with their paths. */
function poisonEach(value: Json, path = ""): [path: string, copy: Json][] {
  if (typeof value === "string") return [[path, poison(value, path)]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    poisonEach(child, `${path}.${Array.isArray(value) ? "*" : key}`).map(
      ([childPath, copy]): [string, Json] => [
        childPath,
        Array.isArray(value)
          ? value.map((item, index) => (String(index) === key ? copy : item))
          : { ...value, [key]: key === "sessionId" ? SESSION_ID : copy },
      ],
    ),
  );
}

const poison = (value: string, path: string): string => `${POISON}${value}${POISON}☠${path}`;

/** Poisons every string of a value. */
function poisonAll(value: Json): Json {
  if (typeof value === "string") return `${value}${POISON}`;
  if (Array.isArray(value)) return value.map(poisonAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, poisonAll(child)]));
}

/** Returns the messages of all recordings of a version: one for each string field, which is poisoned. */
function readHostileMessages(version: 1 | 2): Message[] {
  const messages = new Map<string, Message>();
  for (const file of readdirSync(RECORDINGS)) {
    if (file.endsWith("-v2.jsonl") !== (version === 2)) continue;
    for (const line of readFileSync(join(RECORDINGS, file), "utf8").trim().split("\n")) {
      const { dir, msg } = JSON.parse(line);
      if (dir !== "recv" || !METHODS.includes(msg.method)) continue;
      for (const [path, copy] of poisonEach({ ...msg.params, sessionId: SESSION_ID })) {
        const key = `${msg.method} ${msg.params.update?.sessionUpdate ?? ""} ${path}`;
        if (path === ".sessionId" || messages.has(key)) continue;
        // Each message is about another tool call, so that none overwrites the poison of another.
        const params = JSON.stringify(copy).replaceAll(/(?<="toolCallId":")/g, `${messages.size}-`);
        messages.set(key, { method: msg.method, params: JSON.parse(params) });
      }
    }
  }
  return [...messages.values(), createHostilePlan(version), ...createHostileForms()];
}

/** A plan replaces the previous one, so this is the last one. */
function createHostilePlan(version: 1 | 2): Message {
  const entries = [{ content: poison("Fix", ".plan"), priority: "high", status: "in_progress" }];
  const update =
    version === 1
      ? { sessionUpdate: "plan", entries }
      : { sessionUpdate: "plan_update", plan: { type: "items", planId: "p", entries } };
  return { method: "session/update", params: { sessionId: SESSION_ID, update } };
}

function createHostileForms(): Message[] {
  const form = {
    sessionId: SESSION_ID,
    mode: "form",
    message: "Which?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string", title: "Name", enum: ["a", "b"] } },
    },
  };
  return poisonEach(form).map(([, params]) => ({ method: "elicitation/create", params }));
}

async function createHostileAgent(version: 1 | 2, messages: readonly Message[]): Promise<string> {
  const info = { name: "hostile", title: "Hostile agent", version: "1" };
  const capabilities = { loadSession: true, sessionCapabilities: { list: {} } };
  const option = {
    id: "mode",
    name: "Mode",
    currentValue: "a",
    options: [{ value: "a", name: "A" }],
  };
  const results = {
    initialize: {
      protocolVersion: version,
      agentInfo: poisonAll(info),
      agentCapabilities: capabilities,
      info: poisonAll(info),
      capabilities: { session: { list: {} } },
      authMethods: [],
    },
    "session/new": {
      sessionId: SESSION_ID,
      configOptions: [{ ...(poisonAll(option) as object), type: "select" }],
    },
    "session/list": {
      sessions: [{ sessionId: `other${POISON}`, cwd: "/w", title: `Old${POISON}` }],
    },
  };
  const file = join(await createTemporaryFolder(), "messages.json");
  const stopReason = `end_turn${POISON}`;
  await writeFile(file, JSON.stringify({ version, messages, results, stopReason }));
  return `${fixtureCommand("hostileAgent.mjs")} "${file}"`;
}

it.each([1, 2] as const)(
  "prints no control character of an agent of version %i",
  async (version) => {
    const agent = await createHostileAgent(version, readHostileMessages(version));
    const { type, output, end, exitCode } = startProgram(["--agent", agent]);
    type("Go");
    for (let line = 0; line < 300; line += 1) type("1");
    for (const command of ["/help", "/set", "/sessions", "/load 9"]) type(command);
    end();
    expect(await exitCode).toBe(0);
    expect(output().replaceAll("\n", "").match(UNSAFE)).toBeNull();
    for (const path of [".plan", ".options.*.kind", ".options.*.name", ".update.title", ".message"])
      expect(output()).toContain(`☠${path}`);
  },
);

it.each([1, 2] as const)(
  "shows only its own sequences on a screen in version %i",
  async (version) => {
    const updates = readHostileMessages(version).filter(
      ({ method, params }) =>
        // It would end the turn.
        method === "session/update" && !JSON.stringify(params).includes('"state_update"'),
    );
    const question = readHostileMessages(version).find(({ params }) =>
      JSON.stringify(params).includes("☠.options.*.kind"),
    );
    const agent = await createHostileAgent(version, question ? [...updates, question] : updates);
    const { type, waitFor, written } = startOnScreen(["--agent", agent], { rows: 60 });
    await waitFor("Type /help");
    type("Go\r");
    await waitFor("1–");
    type("1\r");
    await waitFor("— end_turn");
    for (const command of ["/help", "/set", "/sessions"]) type(`${command}\r`);
    await waitFor("  Old");
    expect(written().replace(OWN_SEQUENCES, "").match(UNSAFE)).toBeNull();
    for (const path of [".plan", ".update.kind", ".options.*.kind"])
      expect(written()).toContain(`☠${path}`);
  },
);
