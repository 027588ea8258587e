import type { AcpView } from "@acp-store/core";
import { downloadText } from "../format/downloadText.js";

/** Resolves with a session as Markdown, or with one of its turns. Its code is loaded with the first call. */
export async function writeMarkdown(
  view: AcpView,
  sessionId: string,
  turnId?: string,
): Promise<string> {
  const { toMarkdown } = await import("@acp-store/core/export");
  const session = view.getState().sessions.get(sessionId);
  return session === undefined ? "" : toMarkdown(session, turnId === undefined ? {} : { turnId });
}

/** Offers a session as a file with Markdown. */
export async function downloadMarkdown(
  view: AcpView,
  sessionId: string,
  title: string,
): Promise<void> {
  const text = await writeMarkdown(view, sessionId);
  downloadText(text, { title, extension: "md", type: "text/markdown" });
}
