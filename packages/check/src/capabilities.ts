import { isObject, type JsonObject } from "./json.js";
import { getSessionId, type Message } from "./jsonRpc.js";
import { type Check, listObjects, type MessageContext } from "./check.js";
import { isAnnounced } from "./connection.js";
import { lookUp } from "./lookUp.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type CapabilityRuleCode = "not_supported";

export const CAPABILITY_RULES: RuleTable<CapabilityRuleCode> = {
  not_supported: {
    severity: "violation",
    side: "both",
    text: "Both sides use only what the agent announced in initialize, or with a tool call or terminal.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck("", ""),
  },
};

/** A use of a capability in a message. */
interface Use {
  /** The path of the capability, as in `initialize`. */
  readonly capability: string;
  /** The place in the message. */
  readonly path: string;
  /** The feature, as the subject of a sentence. */
  readonly feature: string;
}

/** The capabilities of the client that the agent needs for a method in version 1. */
const CLIENT_METHODS: Readonly<Record<string, string>> = {
  "fs/read_text_file": "fs.readTextFile",
  "fs/write_text_file": "fs.writeTextFile",
  "terminal/create": "terminal",
  "terminal/output": "terminal",
  "terminal/release": "terminal",
  "terminal/wait_for_exit": "terminal",
  "terminal/kill": "terminal",
};

/** The capabilities of the client that the agent needs for an update in version 1. */
const CLIENT_UPDATES: Readonly<Record<string, string>> = {
  notice: "session.notices",
  compaction_update: "session.compaction",
  compaction_summary_chunk: "session.compaction",
  plan_update: "plan",
  plan_removed: "plan",
  subagent_update: "subagents",
  session_message: "subagents",
  session_message_chunk: "subagents",
};

/** The capabilities of the agent that the client needs for a method, by version. */
const AGENT_METHODS: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: {
    "session/load": "loadSession",
    "session/list": "sessionCapabilities.list",
    "session/delete": "sessionCapabilities.delete",
    "session/fork": "sessionCapabilities.fork",
    "session/resume": "sessionCapabilities.resume",
    "session/close": "sessionCapabilities.close",
    "session/archive": "sessionCapabilities.archive",
    "session/unarchive": "sessionCapabilities.archive",
    "session/status": "sessionCapabilities.status",
    "session/set_title": "sessionCapabilities.title",
    logout: "auth.logout",
    "auth/status": "auth.status",
    "providers/list": "providers",
    "providers/set": "providers",
    "providers/disable": "providers",
  },
  2: {
    "session/new": "session",
    "session/list": "session",
    "session/resume": "session",
    "session/close": "session",
    "session/prompt": "session",
    "session/cancel": "session",
    "session/set_config_option": "session",
    "session/delete": "session.delete",
    "session/fork": "session.fork",
    "session/archive": "session.archive",
    "session/unarchive": "session.archive",
    "session/status": "session.status",
    "session/set_title": "session.title",
    "auth/status": "auth.status",
    "providers/list": "providers",
    "providers/set": "providers",
    "providers/disable": "providers",
  },
};

/** The places of the agent's other capabilities, by version. */
const AGENT_PARTS = {
  1: { prompt: "promptCapabilities", mcp: "mcpCapabilities", session: "sessionCapabilities" },
  2: { prompt: "session.prompt", mcp: "session.mcp", session: "session" },
} as const;

/** The capabilities for blocks in a prompt, by type. */
const PROMPT_BLOCKS: Readonly<Record<string, string>> = {
  image: "image",
  audio: "audio",
  resource: "embeddedContext",
};

/** Returns the capability of the agent that a method of the client needs, if any. */
export function capabilityOfMethod(method: string, version: 1 | 2): string | undefined {
  return lookUp(AGENT_METHODS[version], method);
}

/**
 * Checks that both sides use only the capabilities that were announced: `not_announced` for those of the
 * client, `not_supported` for those of the agent. The store reports elicitations as `not_announced`.
 */
export function createCapabilityCheck(): Check<CapabilityRuleCode> {
  return {
    onMessage: (message, context) => {
      const { connection, report } = context;
      const { agentCapabilities, clientCapabilities, version } = connection;
      if (agentCapabilities === undefined || clientCapabilities === undefined) return;
      if (message.kind !== "response") {
        const feature = findUnsupported(message, context);
        if (feature !== undefined) report("not_supported", feature, { path: "method" });
      }
      if (message.dir === "sent")
        for (const { capability, path, feature } of findClientUses(message, version))
          if (!isAnnounced(agentCapabilities, capability))
            report("not_supported", `${feature} needs the agent's capability ${capability}.`, {
              path,
            });
      if (message.dir === "recv")
        for (const { capability, path, feature } of findAgentUses(message, version))
          if (!isAnnounced(clientCapabilities, capability))
            report("not_announced", `${feature} needs the client's capability ${capability}.`, {
              path,
            });
    },
  };
}

/** Describes the use of a feature that the agent announces elsewhere than in its capabilities. */
function findUnsupported(
  { method, params, dir }: Exclude<Message, { kind: "response" }>,
  { connection, before, isComplete }: MessageContext<CapabilityRuleCode>,
): string | undefined {
  const { agentCapabilities = {}, authMethods, version } = connection;
  if (method === "auth/status_update" && !isAnnounced(agentCapabilities, "auth.status"))
    return `${method} needs the agent's own capability auth.status.`;
  if (dir === "recv" || version === 1) return undefined;
  if (/^auth\/log(?:in|out)$/.test(method) && listObjects(authMethods).length === 0)
    return `${method} needs an agent with methods of authentication.`;
  const session = before.sessions.get(getSessionId(params) ?? "");
  if (session === undefined || !isComplete) return undefined;
  const call = session.toolCalls.get(String(params["toolCallId"]));
  if (method === "tool_call/cancel" && call?.capabilities?.["cancel"] == null)
    return "The tool call does not announce that it can be cancelled.";
  const terminal = session.terminals.get(String(params["terminalId"]));
  if (method === "terminal/cancel" && terminal?.capabilities?.["cancel"] == null)
    return "The terminal does not announce that it can be cancelled.";
  return undefined;
}

function findClientUses(message: Message, version: 1 | 2): Use[] {
  if (message.kind === "response") return [];
  const { method, params } = message;
  const parts = AGENT_PARTS[version];
  const capability = lookUp(AGENT_METHODS[version], method);
  const uses: Use[] =
    capability === undefined ? [] : [{ capability, path: "method", feature: method }];
  if (method === "session/prompt")
    for (const [index, { type }] of listObjects(params["prompt"])) {
      const block = lookUp(PROMPT_BLOCKS, String(type));
      if (block !== undefined)
        uses.push({
          capability: `${parts.prompt}.${block}`,
          path: `params.prompt.${index}`,
          feature: `Content of the type ${String(type)}`,
        });
    }
  for (const [index, { type = "stdio" }] of listObjects(params["mcpServers"]))
    if ((version === 2 || type !== "stdio") && /^(?:stdio|http|sse|acp)$/.test(String(type)))
      uses.push({
        capability: `${parts.mcp}.${String(type)}`,
        path: `params.mcpServers.${index}`,
        feature: `An MCP server of the type ${String(type)}`,
      });
  const { systemPrompt, archived } = params;
  if (isObject(systemPrompt) && systemPrompt["mode"] === "override")
    uses.push({
      capability: `${parts.session}.systemPrompt.mode.override`,
      path: "params.systemPrompt.mode",
      feature: "The mode override",
    });
  if (method === "session/list" && archived != null)
    uses.push({
      capability: `${parts.session}.archive`,
      path: "params.archived",
      feature: "The field archived",
    });
  for (const field of ["additionalDirectories", "systemPrompt"])
    if (isUsed(params[field]))
      uses.push({
        capability: `${parts.session}.${field}`,
        path: `params.${field}`,
        feature: `The field ${field}`,
      });
  return uses;
}

function isUsed(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value);
}

function findAgentUses(message: Message, version: 1 | 2): Use[] {
  if (message.kind === "response") return findOffers(message.result, "result", version);
  const { method, params } = message;
  if (version !== 1) return [];
  const update: JsonObject = isObject(params["update"]) ? params["update"] : {};
  const kind = String(update["sessionUpdate"]);
  const isUpdate = method === "session/update";
  const needed = isUpdate ? lookUp(CLIENT_UPDATES, kind) : lookUp(CLIENT_METHODS, method);
  const place = method === "session/update" ? "params.update.sessionUpdate" : "method";
  const uses = needed === undefined ? [] : [{ capability: needed, path: place }];
  return [
    ...uses.map((use) => ({ ...use, feature: method === "session/update" ? kind : method })),
    ...findOffers(update, "params.update", version),
  ];
}

/** Finds options and methods that the agent may offer only to some clients. */
function findOffers(value: JsonObject, place: string, version: 1 | 2): Use[] {
  const options = version === 1 ? listObjects(value["configOptions"]) : [];
  const booleans = options.filter(([, { type }]) => type === "boolean");
  const methods = listObjects(value["authMethods"]);
  const terminals = methods.filter(([, { type }]) => type === "terminal");
  return [
    ...booleans.map(([index]) => ({
      capability: "session.configOptions.boolean",
      path: `${place}.configOptions.${index}`,
      feature: "A boolean option",
    })),
    ...terminals.map(([index]) => ({
      capability: "auth.terminal",
      path: `${place}.authMethods.${index}`,
      feature: "Authentication in a terminal",
    })),
  ];
}
