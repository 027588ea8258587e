import type { Session } from "@acp-store/core";

const NEW = "New session";

/** What the agent calls a session; of one it gave no name, how the user began it. */
export function sessionTitle(session: Session | undefined): string {
  if (session?.info.title) return session.info.title;
  for (const { role, content } of session?.messages.values() ?? []) {
    const [block] = content;
    if (role !== "user" || block?.type !== "text") continue;
    const [line = ""] = block.text.trim().split("\n");
    // What agents say to their model in the user's name comes back when they load: <context>, [result].
    if (line !== "" && !/^[<[]/.test(line)) return line;
  }
  return NEW;
}
