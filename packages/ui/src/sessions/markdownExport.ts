import type { AcpView } from "@acp-store/core";

/** The longest name of a file, without its extension, in characters. */
const MAX_NAME_LENGTH = 80;

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
  const file = new Blob([await writeMarkdown(view, sessionId)], { type: "text/markdown" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${toFileName(title)}.md`;
  link.click();
  URL.revokeObjectURL(url);
}

function toFileName(title: string): string {
  const words = title.normalize("NFKD").match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.join("-").slice(0, MAX_NAME_LENGTH) || "session";
}
