import type { FleetView } from "@acp-store/fleet";
import * as vscode from "vscode";
import { type InboxTreeRow, listInboxRows } from "../host/inboxRows.js";

/** Registers the view "Inbox": what needs the user, and news, of all agents. */
export function registerInboxView(fleet: FleetView): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.TreeDataProvider<InboxTreeRow> = {
    onDidChangeTreeData: changed.event,
    getChildren: (parent) => (parent === undefined ? [...listInboxRows(fleet)] : []),
    getTreeItem({ key, label, description, icon }) {
      const item = new vscode.TreeItem(label);
      item.id = key;
      item.description = description;
      item.tooltip = `${label}: ${description}`;
      item.iconPath = new vscode.ThemeIcon(icon);
      item.command = { command: "acpStore.show", title: "Show", arguments: [key] };
      return item;
    },
  };
  const stop = fleet.overview.subscribe(({ inbox }, before) => {
    if (inbox !== before.inbox) changed.fire();
  });
  return [
    changed,
    vscode.window.registerTreeDataProvider("acpStore.inbox", provider),
    { dispose: stop },
  ];
}
