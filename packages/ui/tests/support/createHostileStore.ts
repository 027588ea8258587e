import { type AcpStore, createAcpStore } from "@acp-store/core";

export const SESSION = "s1";
/** The length of each text that should be short. */
export const TEXT_LENGTH = 100_000;

const long = (name: string): string => `${name} ${"x".repeat(TEXT_LENGTH)}`;
const list = <Item>(length: number, create: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => create(index));

/** Nests arrays. */
function nest(depth: number): unknown {
  let value: unknown = "innermost";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Creates a session of an agent that sends much too much of everything. */
export function createHostileStore(): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (sessionUpdate: string, fields: object): void =>
    void store.ingest({ sessionId: SESSION, update: { sessionUpdate, ...fields } });
  const say = (text: string): void =>
    update("agent_message_chunk", { messageId: "m", content: { type: "text", text } });
  store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
  update("agent_thought_chunk", {
    messageId: "t",
    content: { type: "text", text: long("thought") },
  });
  say(`${"> ".repeat(2_000)}quoted\n\n`);
  say(`|${"h|".repeat(900)}\n|${"-|".repeat(900)}\n${"|c|\n".repeat(300)}\n`);
  say("**a@".repeat(1_000));
  for (const uri of ["javascript:alert(1)", `https://x/${"y".repeat(TEXT_LENGTH)}`]) {
    const link = { type: "resource_link", uri, name: long("link"), description: long("link") };
    update("agent_message_chunk", { messageId: "links", content: link });
  }
  for (let index = 0; index < 400; index += 1) {
    const image = { type: "image", mimeType: `text/${index}`, data: "?" };
    update("agent_message_chunk", { messageId: "images", content: image });
  }
  update("tool_call", {
    toolCallId: "call",
    title: long("title"),
    kind: "execute",
    status: "failed",
    locations: list(5_000, (index) => ({ path: long(`/path${index % 5}`), line: index + 2 })),
    content: list(1_000, (index) => ({
      type: "content",
      content: { type: "text", text: `\u001b[1m${"\u001b[31mx\u001b[3".repeat(2_000)} ${index}` },
    })),
    rawInput: { command: "run", args: [nest(1_000), { toString: 1 }] },
    rawOutput: list(1_000, (index) => `key ${index}`),
  });
  update("plan", {
    entries: list(1_000, (index) => ({
      content: index === 0 ? long("step") : `step ${index}`,
      priority: "high",
      status: "pending",
    })),
  });
  update("available_commands_update", {
    availableCommands: list(5_000, (index) => ({
      name: index === 0 ? long("command") : `command${index}`,
      description: index === 0 ? long("description") : "y".repeat(100),
    })),
  });
  update("config_option_update", {
    configOptions: list(200, (index) => ({
      id: `option${index}`,
      name: index === 0 ? long("option") : `option ${index}`,
      type: "select",
      currentValue: "0",
      options: list(index === 0 ? 2_000 : 2, (value) => ({
        value: `${value}`,
        name: value === 0 ? long("value") : `value ${value}`,
      })),
    })),
  });
  void store.requestPermission({
    sessionId: SESSION,
    toolCall: { toolCallId: "call", title: long("request") },
    options: list(1_200, (index) => ({
      optionId: `${index}`,
      name: index === 0 ? long("allow") : `option ${index}`,
      kind: "allow_once",
    })),
  });
  void store.requestElicitation({
    sessionId: SESSION,
    mode: "form",
    message: long("question"),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(
        list(2_000, (index) => [
          `field${index}`,
          {
            type: "string",
            title: index === 0 ? long("field") : `field ${index}`,
            pattern: "(a+)+$",
            ...(index === 1 && { enum: [{ toString: 1 }, ...list(2_000, String)] }),
          },
        ]),
      ),
    },
  });
  return store;
}
