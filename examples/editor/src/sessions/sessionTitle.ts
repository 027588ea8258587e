import type { Session } from "@acp-store/core";

const NEW = "New session";

/** What the agent calls a session; of one it gave no name, how the user began it. */
export function sessionTitle(session: Session | undefined): string {
  if (session?.info.title) return session.info.title;
  for (const { role, content } of session?.messages.values() ?? []) {
    if (role !== "user") continue;
    const [block] = content;
    return (block?.type === "text" && block.text.trim().split("\n")[0]) || NEW;
  }
  return NEW;
}
