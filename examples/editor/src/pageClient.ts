import type { Budget } from "@acp-store/core/policies";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { downloadText, type SavedSessionActions } from "@acp-store/ui";
import { REQUESTS } from "../server/requestNames.js";

/** The requests that the server of this example answers, for the parts of the page. */
interface PageClient {
  readonly getSessionActions: (agentId: string) => SavedSessionActions;
}

export function createPageClient({ request }: Pick<RemoteFleet, "request">): PageClient {
  const actions = new Map<string, SavedSessionActions>();

  function createActions(agentId: string): SavedSessionActions {
    return {
      async exportSession(sessionId, title) {
        const session = await request(REQUESTS.exportSession, { agentId, sessionId });
        const text = JSON.stringify(session, null, 2);
        downloadText(text, { title, extension: "json", type: "application/json" });
      },
      forgetSession: (sessionId) => request(REQUESTS.forgetSession, { agentId, sessionId }),
    };
  }

  return {
    getSessionActions(agentId) {
      const known = actions.get(agentId) ?? createActions(agentId);
      actions.set(agentId, known);
      return known;
    },
  };
}

/** Resolves with the budget of each session, if the server has one. */
export async function readBudget({
  request,
}: Pick<RemoteFleet, "request">): Promise<Budget | undefined> {
  return ((await request(REQUESTS.readBudget)) as Budget | null) ?? undefined;
}

/** Resolves with the text of the recording that the server plays, and with its path. */
export async function readRecording({
  request,
}: Pick<RemoteFleet, "request">): Promise<{ readonly text: string; readonly file: string }> {
  const parts: string[] = [];
  const { file } = (await request(REQUESTS.readRecording, undefined, {
    onProgress: (part) => void parts.push(String(part)),
  })) as { readonly file: string };
  return { text: parts.join(""), file };
}
