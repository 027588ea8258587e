import { selectAttention } from "@acp-store/core";
import type { Command } from "./command.js";
import type { Conversation, KnownSession } from "./conversation.js";
import { REVIEW_COMMANDS } from "./reviewCommands.js";
import { SESSION_COMMANDS } from "./sessionCommands.js";
import { bold, dim, type SafeText, text, toLines } from "./view/text.js";

const COMMAND_HELP = `
/new           start a new session
/sessions      list the sessions in this folder
/load N        continue session number N of the list, or the session with that id
/set           list the settings; /set NAME VALUE changes a setting
/steer TEXT    send a message into the running turn
/retry         send the prompt of the failed turn again
/mcp           list the MCP servers of the session
/usage         show the tokens and costs of the session
/export FILE   write the conversation to a Markdown file
/handoff AGENT REQUEST   continue the session with another agent; without a request, show what it gets
/drop          discard the prompts that were not sent
/review        show the changes of files, and keep or reject each
/checkpoints   list the turns whose files can be restored
/restore N     restore the files from before turn number N of that list
/undo          undo the last decision about files
/next          show the next session that needs you, or the next agent (also Tab)
/quit          quit (also Ctrl-D, or Ctrl-C twice)
Everything else is sent to the agent, including other slash commands.
Mention a file with @, such as @src/cart.js, to send its text with the prompt.`;

/** The commands that the program handles itself, by the first word of the line. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  // Only Enter.
  "": async ({ store, sessionId }) => {
    if (sessionId !== "") store.releaseQueue(sessionId);
  },
  "/drop": async ({ store, sessionId }) => {
    for (const { id } of store.getState().sessions.get(sessionId)?.queue ?? [])
      store.unqueuePrompt(sessionId, id);
  },
  "/help": async ({ terminal, store, sessionId }) => {
    const commands = store.getState().sessions.get(sessionId)?.commands ?? [];
    terminal.print(toLines(COMMAND_HELP.trim()));
    terminal.print(commands.map(({ name, description }) => text`/${name}  ${description}`));
  },
  "/new": (conversation) => conversation.startSession(),
  "/next": (_conversation, _args, { conversations }) => conversations.showNext(),
  ...REVIEW_COMMANDS,
  ...SESSION_COMMANDS,
  "/sessions": async (conversation) => {
    const known = await conversation.listSessions();
    conversation.terminal.print(
      known.map((session, index) => text`${index + 1}  ${formatSession(conversation, session)}`),
    );
  },
  "/load": async (conversation, [numberOrId = ""]) => {
    const known = await conversation.listSessions();
    const isNumber = /^\d{1,3}$/.test(numberOrId);
    // Accept ids too, because not every agent can list its sessions.
    const sessionId = isNumber ? known[Number(numberOrId) - 1]?.sessionId : numberOrId;
    if (sessionId) await conversation.switchSession(sessionId);
    else
      conversation.terminal.print([
        text`Session "${numberOrId}" was not found. Use /sessions to list the sessions.`,
      ]);
  },
  "/set": async (conversation, [name, value]) => {
    await conversation.open();
    if (name !== undefined && value !== undefined) await conversation.setConfigOption(name, value);
    conversation.terminal.print(formatSettings(conversation));
  },
};

function formatSession({ store, sessionId }: Conversation, session: KnownSession): SafeText {
  const state = store.getState();
  const needsAnswer = selectAttention(state).some((item) => item.sessionId === session.sessionId);
  const title = session.title ?? session.sessionId;
  const details = [
    state.sessions.get(session.sessionId)?.activity,
    needsAnswer && "needs your answer",
    session.sessionId === sessionId && "current",
  ].filter(Boolean);
  return text`${bold(title)} ${dim(details.length > 0 ? details.join(", ") : "not open")}`;
}

function formatSettings({ store, sessionId }: Conversation): SafeText[] {
  const options = store.getState().sessions.get(sessionId)?.configOptions ?? [];
  if (options.length === 0) return [text`The agent has no settings.`];
  return options.map(({ id, name, currentValue }) => text`${id}  ${name}: ${String(currentValue)}`);
}
