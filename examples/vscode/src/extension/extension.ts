import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileStorage } from "@acp-store/persist/node";
import * as vscode from "vscode";
import { type AgentHost, createAgentHost } from "../host/agentHost.js";
import { createPanelHost, type PanelHost } from "../host/panelHost.js";
import { renderPanelHtml } from "../host/panelHtml.js";
import { notifyOfPermissions } from "../host/permissionNotifications.js";
import { isSameSummary, summarize } from "../host/summary.js";
import { type AgentCommand, createAgentSource, readAgentCommand } from "./agentCommand.js";
import { createIndicators } from "./indicators.js";

const VIEW_ID = "acpStore.panel";

let agentHost: AgentHost | undefined;

/** Called by VS Code when the view is shown for the first time, or a command is run. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Agent");
  const command = readAgentCommand(context.extensionUri);
  const host = createAgentHost({
    source: createAgentSource(command, (text) => log.append(text)),
    storage: fileStorage(getSessionFolder(context, command)),
    cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(),
  });
  agentHost = host;
  const panels = createPanelHost(
    host,
    (name) => void vscode.commands.executeCommand(`acpStore.${name}`),
  );
  const indicators = createIndicators(VIEW_ID);
  const summarizeHost = () => summarize(host.store.getState(), host.shownSession());
  host.onShown(() => indicators.update(summarizeHost()));

  context.subscriptions.push(
    log,
    indicators,
    ...registerCommands(host, panels),
    vscode.window.registerWebviewViewProvider(VIEW_ID, {
      resolveWebviewView(view) {
        preparePage(view.webview, context.extensionUri);
        indicators.setView(view);
        panels.attach(view);
        void host.start();
      },
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("acpStore.agentCommand")) void offerReload();
    }),
    toDisposable(
      host.store.subscribe(summarizeHost, indicators.update, {
        equalityFn: isSameSummary,
        fireImmediately: true,
      }),
    ),
    toDisposable(
      notifyOfPermissions(
        host.store,
        (message, ...items) => vscode.window.showInformationMessage(message, ...items),
        () => isNotificationWanted(panels),
      ),
    ),
  );
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  await agentHost?.dispose();
}

function registerCommands(host: AgentHost, panels: PanelHost): vscode.Disposable[] {
  const register = (name: string, run: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(`acpStore.${name}`, () =>
      run().catch((error: unknown) => {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }),
    );
  /** Shows the view, which loads the page if it was hidden. */
  const reveal = async (): Promise<void> => {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
    panels.focusMessageField();
  };
  return [
    register("focus", reveal),
    register("newSession", async () => {
      await reveal();
      await host.newSession();
    }),
    register("cancel", host.cancel),
    register("restart", host.restart),
    register("signIn", () => signIn(host)),
  ];
}

/** Lets the user choose one of the sign-in methods that the agent offers. */
async function signIn(host: AgentHost): Promise<void> {
  const { authMethods = [] } = host.store.getState().agent;
  const items = authMethods.map(({ id, name, description }) => ({
    id,
    label: name,
    ...(description != null && { description }),
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Sign in to the agent" });
  if (chosen !== undefined) await host.signIn(chosen.id);
}

/** Sets the options and the content of a webview. */
function preparePage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "panel");
  const addressOf = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = renderPanelHtml({
    script: addressOf("panel.js"),
    style: addressOf("panel.css"),
    cspSource: webview.cspSource,
  });
}

/** Returns the folder for the sessions of an agent. Another agent does not know them. */
function getSessionFolder(context: vscode.ExtensionContext, agent: AgentCommand): string {
  const { fsPath } = context.storageUri ?? context.globalStorageUri;
  const key = createHash("sha256").update(JSON.stringify([agent.command, agent.args]));
  return join(fsPath, "sessions", key.digest("hex").slice(0, 16));
}

function isNotificationWanted(panels: PanelHost): boolean {
  const setting = vscode.workspace.getConfiguration("acpStore").get<string>("notifications");
  return setting === "whenHidden" ? !panels.isVisible() : setting !== "never";
}

async function offerReload(): Promise<void> {
  const reload = "Reload Window";
  const message = "Reload the window to use the other agent.";
  if ((await vscode.window.showInformationMessage(message, reload)) === reload)
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
}

function toDisposable(dispose: () => void): vscode.Disposable {
  return { dispose };
}
