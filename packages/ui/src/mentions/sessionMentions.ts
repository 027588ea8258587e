import { type AcpView, selectSessionCatalog } from "@acp-store/core";
import { toMarkdown } from "@acp-store/core/export";
import { getSessionTitle } from "../sessions/getSessionTitle.js";
import type { Mention, MentionSource } from "./mention.js";
import { encodeText } from "./fileAddress.js";
import { rankMentions } from "./rankMentions.js";

const SCHEME = "session:";

/** Creates a source of the other sessions whose transcript is in the store. They are read as Markdown. */
export function createSessionMentions(view: AcpView): MentionSource {
  return {
    search(query, { sessionId, cwd }, signal) {
      const { sessions } = view.getState();
      const mentions = selectSessionCatalog(view.getState()).flatMap((entry): Mention[] => {
        const session = sessions.get(entry.sessionId);
        if (entry.sessionId === sessionId || !session?.timeline.length) return [];
        return [
          {
            uri: SCHEME + encodeText(entry.sessionId),
            kind: "session",
            label: entry.title ?? entry.firstPrompt ?? getSessionTitle(session),
            ...(entry.cwd !== cwd && { detail: entry.cwd }),
          },
        ];
      });
      return rankMentions(mentions, query, signal);
    },
    async read({ uri }) {
      const session = view.getState().sessions.get(decodeURIComponent(uri.slice(SCHEME.length)));
      if (session === undefined) return {};
      return { mimeType: "text/markdown", text: toMarkdown(session) };
    },
  };
}
