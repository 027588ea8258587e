import { selectPermissionTitle, selectSubagent } from "@acp-store/core";
import type { FleetView, InboxItem } from "@acp-store/fleet";
import { clipLabel } from "../format/clipText.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";
import type { UiTexts } from "../texts/texts.js";

/** A row of the inbox in words. */
export interface InboxRow {
  readonly item: InboxItem;
  /** The session, or the agent if the row is about no session. */
  readonly title: string;
  /** The request of the agent, or the news. */
  readonly detail: string;
  /** The name of the agent. */
  readonly agentName: string;
}

interface RowTexts {
  readonly inbox: UiTexts["inbox"];
  readonly session: UiTexts["session"];
  readonly titles: UiTexts["toolKindTitle"];
  readonly subagents: UiTexts["subagent"];
}

/** Describes a row of the inbox. */
export function describeItem(item: InboxItem, fleet: FleetView, texts: RowTexts): InboxRow {
  const agentName = fleet.entries.getState().get(item.agentId)?.name ?? item.agentId;
  return {
    item,
    agentName,
    title: getItemTitle(item, fleet, texts.session) ?? agentName,
    detail: clipLabel(getDetail(item, agentName, fleet, texts)),
  };
}

function getItemTitle(
  item: InboxItem,
  { overview }: FleetView,
  texts: UiTexts["session"],
): string | undefined {
  if (!("sessionId" in item) || item.sessionId === undefined) return undefined;
  const session = overview.getState().sessions.find(({ key }) => key === item.key);
  return clipLabel(session?.entry.title || session?.entry.firstPrompt || texts.untitled);
}

function getDetail(item: InboxItem, agentName: string, fleet: FleetView, texts: RowTexts): string {
  const { inbox } = texts;
  switch (item.kind) {
    case "sign_in":
      return inbox.signInTo(agentName);
    case "waiting":
      return describeRequests(item, fleet, texts);
    case "agent_failed":
      return item.reason;
    case "failed":
      return item.error?.message ?? inbox.interrupted;
    case "finished":
      return inbox.done;
  }
}

function describeRequests(
  { agentId, permissions, elicitations }: Extract<InboxItem, { kind: "waiting" }>,
  fleet: FleetView,
  { inbox, titles, subagents }: RowTexts,
): string {
  const [permission] = permissions;
  const state = fleet.getView(agentId)?.getState();
  const first =
    permission === undefined
      ? (elicitations[0]?.message ?? "")
      : getToolCallTitle(
          state && selectPermissionTitle(state, permission),
          permission.toolCall?.kind,
          titles,
        );
  const { sessionId } = permission ?? elicitations[0] ?? {};
  const subagent = state && sessionId !== undefined ? selectSubagent(state, sessionId) : undefined;
  const request =
    subagent === undefined ? first : inbox.ofSubagent(subagent.title || subagents.untitled, first);
  const others = permissions.length + elicitations.length - 1;
  return others > 0 ? `${request} ${inbox.moreRequests(others)}` : request;
}
