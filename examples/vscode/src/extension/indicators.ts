import * as vscode from "vscode";
import type { Summary } from "../host/summary.js";

/** The badge of the view, the status bar item, and the values for `when` clauses. */
export interface Indicators extends vscode.Disposable {
  /** Shows a summary. */
  update(summary: Summary): void;
  /** Sets the view that has the badge. It exists once the user has opened it. */
  setView(view: vscode.WebviewView): void;
}

/** Creates the indicators of the view with this id. */
export function createIndicators(viewId: string): Indicators {
  const item = vscode.window.createStatusBarItem("acpStore.status", vscode.StatusBarAlignment.Left);
  item.name = "Agent";
  item.command = `${viewId}.focus`;
  item.show();
  let view: vscode.WebviewView | undefined;
  let waiting = 0;

  function showBadge(): void {
    if (view === undefined) return;
    const tooltip = waiting === 1 ? "1 session needs you" : `${waiting} sessions need you`;
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
  }

  return {
    update(summary) {
      waiting = summary.waiting;
      showBadge();
      item.text = summary.label;
      item.tooltip = summary.problem ?? "Show the agent";
      item.backgroundColor =
        waiting === 0 ? undefined : new vscode.ThemeColor("statusBarItem.warningBackground");
      void vscode.commands.executeCommand("setContext", "acpStore.isRunning", summary.isRunning);
    },
    setView(next) {
      view = next;
      showBadge();
      next.onDidDispose(() => {
        if (view === next) view = undefined;
      });
    },
    dispose: () => item.dispose(),
  };
}
