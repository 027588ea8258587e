import type { InboxItem, Overview } from "@acp-store/fleet";
import type { Conversation } from "../conversation.js";
import type { InboxRow } from "../conversations.js";
import { bold, colored, dim, NOTHING, type SafeText, text } from "./text.js";

/** The characters of a title that are shown, so that the line is short. */
const TITLE_LENGTH = 40;

const WORDS = {
  sign_in: "needs you to sign in",
  waiting: "needs your answer",
  agent_failed: "has failed",
  failed: "has failed",
  finished: "has finished",
} as const satisfies Record<InboxItem["kind"], string>;

/** Returns the line that separates the output of two agents. */
export function formatHeader({ name }: Conversation): SafeText {
  return text`${dim("──")} ${bold(name)}`;
}

/** Returns the first row of the inbox, the number of other rows, and the effect of the Tab key. */
export function formatInboxLine(
  overview: Overview,
  current: Conversation,
  [first, ...others]: readonly InboxRow[],
  next: Conversation,
): SafeText {
  const start = first === undefined ? dim(current.name) : formatRow(overview, first);
  const more = others.length > 0 ? text` · ${others.length} more` : NOTHING;
  return text`${start}${more}${dim(text` · Tab: ${next.name}`)}`;
}

function formatRow(overview: Overview, { item, conversation: { name } }: InboxRow): SafeText {
  const session = overview.getState().sessions.find(({ key }) => key === item.key);
  const title = Array.from(session?.entry.title || session?.entry.firstPrompt || "")
    .slice(0, TITLE_LENGTH)
    .join("");
  const about = title === "" ? NOTHING : text`: ${title}`;
  return text`${colored("yellow", "!")} ${name}${about} ${WORDS[item.kind]}`;
}
