import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileStorage } from "@acp-store/persist/node";
import type { NodeReviews } from "@acp-store/review/node";
import * as vscode from "vscode";
import { type AgentHost, createAgentHost } from "../host/agentHost.js";
import { createPanelHost, type PanelHost } from "../host/panelHost.js";
import { renderPanelHtml } from "../host/panelHtml.js";
import { notifyOfPermissions } from "../host/permissionNotifications.js";
import { summarize } from "../host/summary.js";
import {
  type ConfiguredAgent,
  describeAgent,
  loadConfiguredServers,
  readConfiguredAgents,
  readConfiguredBudget,
} from "./configuredAgents.js";
import { createIndicators } from "./indicators.js";
import { openFolderReviews } from "./folderReview.js";
import { registerInboxView } from "./inboxView.js";
import { createProposedChanges } from "./proposedChanges.js";
import { registerReviewEditors } from "./reviewEditors.js";

const VIEW_ID = "acpStore.panel";

let agentHost: AgentHost | undefined;
let reviews: NodeReviews | undefined;

/** Called by VS Code when the view is shown for the first time, or a command is run. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Agent");
  const [first, ...others] = readConfiguredAgents(context.extensionUri);
  const describe = (agent: ConfiguredAgent) => describeAgent(agent, (text) => log.append(text));
  const sessionFolders = new Map(
    [first, ...others].map((agent) => [agent.id, getSessionFolder(context, agent)]),
  );
  const folders = listFolders();
  reviews = await openFolderReviews(folders);
  const mcpServers = await loadConfiguredServers((text) => log.append(text));
  const budget = readConfiguredBudget();
  const [firstFolder = homedir(), ...otherFolders] = folders;
  const host = createAgentHost({
    agents: [describe(first), ...others.map(describe)],
    storage: (agentId) => fileStorage(sessionFolders.get(agentId) ?? agentId),
    folders: [firstFolder, ...otherFolders],
    reviews,
    mcpServers,
    ...(budget && { budget }),
  });
  agentHost = host;
  const panels = createPanelHost(host, {
    openFile: (path, line) => void showErrors(() => openFile(firstFolder, path, line)),
    newSession: (agentId) => void showErrors(() => createSession(host, agentId)),
  });
  const proposed = createProposedChanges(reviews);
  const indicators = createIndicators(VIEW_ID);
  const update = (): void => indicators.update(summarize(host));
  host.onShown(update);
  update();

  context.subscriptions.push(
    log,
    indicators,
    ...registerCommands(host, panels),
    ...registerReviewEditors(
      reviews,
      (agentId) => host.fleet.agents.get(agentId)?.definition.name ?? agentId,
    ),
    ...registerInboxView(host.fleet),
    proposed,
    vscode.window.registerWebviewViewProvider(VIEW_ID, {
      resolveWebviewView(view) {
        preparePage(view.webview, context.extensionUri);
        indicators.setView(view);
        panels.attach(view);
        void host.start();
      },
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("acpStore.agents")) void offerReload();
    }),
    toDisposable(host.fleet.overview.subscribe(update)),
    toDisposable(host.fleet.entries.subscribe(update)),
    ...Array.from(host.fleet.agents.values(), ({ store, definition }) =>
      toDisposable(
        notifyOfPermissions(store, {
          show: (message, ...items) => vscode.window.showInformationMessage(message, ...items),
          isWanted: () => isNotificationWanted(panels),
          agentName: others.length > 0 ? definition.name : undefined,
          showChanges: (permission) => proposed.show(definition.id, store, permission),
        }),
      ),
    ),
  );
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  await agentHost?.dispose();
  await reviews?.close();
}

function registerCommands(host: AgentHost, panels: PanelHost): vscode.Disposable[] {
  const register = (name: string, run: (key: string) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(`acpStore.${name}`, (key: string) =>
      showErrors(() => run(key)),
    );
  /** Shows the view, which loads the page if it was hidden. */
  const reveal = async (): Promise<void> => {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
    panels.focusMessageField();
  };
  return [
    register("focus", reveal),
    register("show", async (key) => {
      host.show(key);
      await reveal();
    }),
    register("newSession", async () => {
      await reveal();
      const agentId = await pickAgent(host);
      if (agentId !== undefined) await createSession(host, agentId);
    }),
    register("cancel", host.cancel),
    register("restart", host.restart),
    register("signIn", () => signIn(host)),
  ];
}

/** Tells the user why something was not done. */
async function showErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the folders of the workspace that are on disk. */
function listFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
}

/** Shows a file that an agent names. A relative path is in the first folder. */
async function openFile(folder: string, path: string, line?: number): Promise<void> {
  const uri = vscode.Uri.file(resolve(folder, path));
  const at = Math.max(0, (line ?? 1) - 1);
  const selection = new vscode.Range(at, 0, at, 0);
  // An image or another binary file has its own editor.
  await vscode.commands.executeCommand("vscode.open", uri, line === undefined ? {} : { selection });
}

/** Creates a session in the folder that the user chooses, if there are several. */
async function createSession(host: AgentHost, agentId: string): Promise<void> {
  const folders = listFolders();
  if (folders.length < 2) return host.newSession(agentId);
  const items = folders.map((folder) => ({ label: basename(folder), description: folder }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Folder of the new session" });
  if (chosen !== undefined) await host.newSession(agentId, chosen.description);
}

/** Lets the user choose an agent, if there are several. */
async function pickAgent({ fleet }: AgentHost): Promise<string | undefined> {
  const items = Array.from(fleet.entries.getState().values(), ({ id, name }) => ({
    id,
    label: name,
  }));
  if (items.length === 1) return items[0]?.id;
  return (await vscode.window.showQuickPick(items, { title: "New session" }))?.id;
}

/** Lets the user choose one of the sign-in methods that the shown agent offers. */
async function signIn(host: AgentHost): Promise<void> {
  const { store, connection } = host.shownAgent();
  const { authMethods = [] } = store.getState().agent;
  const items = authMethods.map(({ id, name, description }) => ({
    id,
    label: name,
    ...(description != null && { description }),
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Sign in to the agent" });
  if (chosen !== undefined) await connection.authenticate(chosen.id);
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

/** Returns the folder for the sessions of an agent. Another command does not know them. */
function getSessionFolder(context: vscode.ExtensionContext, agent: ConfiguredAgent): string {
  const { fsPath } = context.storageUri ?? context.globalStorageUri;
  const key = createHash("sha256").update(JSON.stringify([agent.id, agent.command, agent.args]));
  return join(fsPath, "sessions", key.digest("hex").slice(0, 16));
}

function isNotificationWanted(panels: PanelHost): boolean {
  const setting = vscode.workspace.getConfiguration("acpStore").get<string>("notifications");
  return setting === "whenHidden" ? !panels.isVisible() : setting !== "never";
}

async function offerReload(): Promise<void> {
  const reload = "Reload Window";
  const message = "Reload the window to use the other agents.";
  if ((await vscode.window.showInformationMessage(message, reload)) === reload)
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
}

function toDisposable(dispose: () => void): vscode.Disposable {
  return { dispose };
}
