import { selectPermissionTitle } from "@acp-store/core";
import type { FleetView, InboxItem } from "@acp-store/fleet";

/** A row of the view "Inbox". */
export interface InboxTreeRow {
  /** The key of the session, or the id of the agent. */
  readonly key: string;
  /** The session, or the agent if the row is about no session. */
  readonly label: string;
  /** The request of the agent, or the news. */
  readonly description: string;
  /** The id of an icon of VS Code. */
  readonly icon: string;
}

const ICONS: Readonly<Record<InboxItem["kind"], string>> = {
  sign_in: "key",
  waiting: "question",
  agent_failed: "error",
  failed: "warning",
  finished: "check",
};

/** Returns the rows of the inbox. */
export function listInboxRows(fleet: FleetView): readonly InboxTreeRow[] {
  const { inbox, sessions } = fleet.overview.getState();
  return inbox.map((item) => {
    const agentName = fleet.entries.getState().get(item.agentId)?.name ?? item.agentId;
    const entry = sessions.find(({ key }) => key === item.key)?.entry;
    return {
      key: item.key,
      label: entry?.title || entry?.firstPrompt || agentName,
      description: describe(item, fleet),
      icon: ICONS[item.kind],
    };
  });
}

function describe(item: InboxItem, fleet: FleetView): string {
  switch (item.kind) {
    case "sign_in":
      return "Sign in";
    case "agent_failed":
      return item.reason;
    case "failed":
      return item.error?.message ?? "Interrupted";
    case "finished":
      return "Done";
    case "waiting": {
      const [permission] = item.permissions;
      const state = fleet.getView(item.agentId)?.getState();
      const title = permission && state && selectPermissionTitle(state, permission);
      const others = item.permissions.length + item.elicitations.length - 1;
      const first = title ?? item.elicitations[0]?.message ?? "Asks for permission";
      return others > 0 ? `${first} and ${others} more` : first;
    }
  }
}
