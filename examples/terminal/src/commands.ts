import { selectAttention } from "@acp-store/core";
import type { Conversation, KnownSession } from "./conversation.js";
import { bold, clean, dim } from "./view/text.js";

const HELP = [
  "/new           begin another session",
  "/sessions      list the sessions of this folder",
  "/load N        show a session of the list, or one by its id, and go on with it",
  "/set           list the settings; /set NAME VALUE changes one",
  "/quit          end (so does Ctrl-D, and Ctrl-C twice)",
  "Anything else goes to the agent, other words with a slash too.",
];

type Command = (conversation: Conversation, args: readonly string[]) => Promise<void>;

/** What the program does itself, by the first word of a line. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  "/help": async ({ terminal, store, sessionId }) => {
    const commands = store.getState().sessions.get(sessionId)?.commands ?? [];
    terminal.print(HELP);
    terminal.print(commands.map(({ name, description }) => clean(`/${name}  ${description}`)));
  },
  "/new": (conversation) => conversation.open(),
  "/sessions": async (conversation) => {
    const known = await conversation.list();
    conversation.terminal.print(known.map((one, at) => `${at + 1}  ${lineFor(conversation, one)}`));
  },
  "/load": async (conversation, [which = ""]) => {
    const known = await conversation.list();
    const isNumber = /^\d{1,3}$/.test(which);
    // Not every agent lists its sessions: their ids will do.
    const sessionId = isNumber ? known[Number(which) - 1]?.sessionId : which;
    if (sessionId) await conversation.load(sessionId);
    else conversation.terminal.print([`There is no session "${which}": see /sessions.`]);
  },
  "/set": async (conversation, [name, value]) => {
    if (name !== undefined && value !== undefined) await conversation.set(name, value);
    conversation.terminal.print(settingLines(conversation));
  },
};

function lineFor({ store, sessionId }: Conversation, session: KnownSession): string {
  const state = store.getState();
  const waits = selectAttention(state).some((one) => one.sessionId === session.sessionId);
  const title = clean(session.title ?? session.sessionId);
  const marks = [
    state.sessions.get(session.sessionId)?.activity,
    waits && "waits for you",
    session.sessionId === sessionId && "this one",
  ].filter(Boolean);
  return `${bold(title)} ${dim(marks.length > 0 ? marks.join(", ") : "not open")}`;
}

function settingLines({ store, sessionId }: Conversation): string[] {
  const options = store.getState().sessions.get(sessionId)?.configOptions ?? [];
  if (options.length === 0) return ["The agent has no settings."];
  return options.map(({ id, name, currentValue }) =>
    clean(`${id}  ${name}: ${String(currentValue)}`),
  );
}
