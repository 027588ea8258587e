import { writeFile } from "node:fs/promises";
import {
  isMcpTransportSupported,
  selectRetry,
  selectTurn,
  selectUsageTotals,
  type UsageTotals,
} from "@acp-store/core";
import type { SteerResult } from "@acp-store/core/actions";
import { createHandoff, toMarkdown } from "@acp-store/core/export";
import { handOff } from "@acp-store/fleet";
import type { Command } from "./command.js";
import { colored, dim, type SafeText, text, toLines } from "./view/text.js";

/** The largest size of the record that another agent gets, in bytes. */
const MAX_HANDOFF_BYTES = 32_000;

/** The lines about the outcome of a message that was sent into a turn. */
const STEER_NOTES: Readonly<Record<SteerResult["outcome"], SafeText[]>> = {
  injected: [dim("The agent has got it.")],
  started_turn: [dim("The turn was over. The agent has started another one.")],
  prompted: [],
  queued: [dim("This agent takes no messages into a turn, so it is sent afterwards.")],
  failed: [colored("yellow", "The agent did not take it.")],
};

/** The commands about the session that is shown, by the first word of the line. */
export const SESSION_COMMANDS: Readonly<Record<string, Command>> = {
  "/steer": async (conversation, words) => {
    const message = words.join(" ");
    if (message === "") return conversation.terminal.print([text`Use /steer with a message.`]);
    const { outcome } = await conversation.steer(message);
    conversation.terminal.print(STEER_NOTES[outcome]);
  },
  "/retry": async ({ store, sessionId, terminal, retry }) => {
    const { turnId = "" } = selectTurn(store.getState(), sessionId) ?? {};
    if (selectRetry(store.getState(), sessionId, turnId) === undefined)
      return terminal.print([text`The last turn has not failed.`]);
    await retry(turnId);
  },
  "/mcp": async ({ store, sessionId, terminal }) => {
    const { agent, sessions } = store.getState();
    const servers = sessions.get(sessionId)?.mcpServers ?? [];
    if (servers.length === 0) return terminal.print([text`The session has no MCP servers.`]);
    terminal.print(
      servers.map(({ name, transport }) =>
        isMcpTransportSupported(agent, transport)
          ? text`${name} (${transport})`
          : colored("yellow", text`${name} (${transport}): left out, not supported by this agent`),
      ),
    );
  },
  "/usage": async ({ store, sessionId, terminal }) => {
    terminal.print(formatUsage(selectUsageTotals(store.getState(), sessionId)));
  },
  "/export": async ({ store, sessionId, terminal }, [file]) => {
    const session = store.getState().sessions.get(sessionId);
    if (file === undefined || session === undefined)
      return terminal.print([text`Use /export with the name of a file.`]);
    // An existing file is not replaced.
    await writeFile(file, toMarkdown(session), { flag: "wx" });
    terminal.print([dim(text`Written to ${file}.`)]);
  },
  "/handoff": async (conversation, [agentId = "", ...words], { conversations, fleet }) => {
    const { store, sessionId, terminal, name } = conversation;
    const session = store.getState().sessions.get(sessionId);
    const target = conversations.all.find((each) => each.agentId === agentId);
    if (session === undefined || target === undefined || target === conversation) {
      const others = conversations.all.filter((each) => each !== conversation);
      const ids = others.map((each) => each.agentId).join(", ");
      return terminal.print([text`Use /handoff with the id of another agent: ${ids || "none"}.`]);
    }
    const handoff = createHandoff(session, { maxBytes: MAX_HANDOFF_BYTES, agentName: name });
    const instruction = words.join(" ");
    if (instruction === "")
      return terminal.print([
        ...toLines(handoff.text).map((line) => dim(line)),
        text`This is what ${target.name} gets. To send it, add your request.`,
      ]);
    const from = { agentId: conversation.agentId, sessionId };
    const next = await handOff(fleet, { from, to: agentId, handoff, instruction });
    await conversations.showSession(target, next.sessionId);
  },
};

function formatUsage({ tokens, costs }: UsageTotals): SafeText[] {
  if (tokens.length + costs.length === 0) return [text`The agent has not reported any usage.`];
  return [
    ...tokens.map(
      ({ model = "all models", inputTokens, outputTokens }) =>
        text`${model}  ${inputTokens} tokens in, ${outputTokens} out`,
    ),
    ...costs.map(({ amount, currency }) => text`${amount.toFixed(2)} ${currency}`),
  ];
}
