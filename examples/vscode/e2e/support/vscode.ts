import { join } from "node:path";
import type { StandInView } from "./webview.js";
import { createEmitter } from "./webview.js";

/** A stand-in for `vscode.Uri`. */
export interface Uri {
  readonly fsPath: string;
}

export const createUri = (fsPath: string): Uri => ({ fsPath });

/** A notification that the extension shows. */
export interface Notification {
  readonly message: string;
  /** The texts of the buttons. */
  readonly buttons: readonly string[];
  /** Clicks a button. */
  choose(button: string): void;
}

/** The part of VS Code outside of the webview, as its user and the extension see it. */
export interface Workbench {
  /** The module `vscode` for the extension, with the parts that it uses. */
  readonly module: object;
  /** All notifications that were shown, the oldest first. */
  readonly notifications: readonly Notification[];
  /** The messages of all notifications of errors and warnings. */
  readonly errors: readonly string[];
  readonly statusBar: { readonly text: string; readonly tooltip?: string };
  /** The values of `setContext`, by key. */
  readonly contexts: ReadonlyMap<string, unknown>;
  /** The ids of the commands that the extension has registered. */
  readonly commandIds: readonly string[];
  /** Chooses the item with this label in each quick pick. */
  pick(label: string): void;
  runCommand(id: string, ...args: readonly unknown[]): Promise<unknown>;
  changeSetting(name: string, value: unknown): void;
}

interface Item {
  readonly title: string;
}

interface Provider {
  resolveWebviewView(view: StandInView["view"]): void;
}

/** Creates a stand-in for the module `vscode`, which shows the webview in `view`. */
export function createWorkbench(
  view: StandInView,
  settings: Record<string, unknown>,
  folder: string,
): Workbench {
  const commands = new Map<string, (...args: readonly unknown[]) => unknown>();
  const contexts = new Map<string, unknown>();
  const notifications: Notification[] = [];
  const errors: string[] = [];
  const statusBar = { text: "", show() {}, dispose() {} };
  const changes = createEmitter();
  let picked: string | undefined;
  let isResolved = false;
  let provider: Provider | undefined;

  function showView(): void {
    view.show();
    if (!isResolved) provider?.resolveWebviewView(view.view);
    isResolved = true;
  }

  commands.set("setContext", (key, value) => void contexts.set(String(key), value));
  commands.set("acpStore.panel.focus", showView);

  async function runCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    const command = commands.get(id);
    if (command === undefined) throw new Error(`command '${id}' not found`);
    return command(...args);
  }

  const module = {
    Uri: {
      joinPath: ({ fsPath }: Uri, ...parts: readonly string[]) => createUri(join(fsPath, ...parts)),
    },
    StatusBarAlignment: { Left: 1 },
    ThemeColor: class {},
    commands: {
      executeCommand: runCommand,
      registerCommand(id: string, run: (...args: readonly unknown[]) => unknown) {
        commands.set(id, run);
        return { dispose: () => void commands.delete(id) };
      },
    },
    workspace: {
      workspaceFolders: [{ uri: createUri(folder) }],
      textDocuments: [],
      onDidChangeTextDocument: () => ({ dispose() {} }),
      getConfiguration: (section: string) => ({
        get: (name: string) => settings[`${section}.${name}`],
      }),
      onDidChangeConfiguration: changes.add,
    },
    window: {
      createOutputChannel: () => ({ append() {}, dispose() {} }),
      createStatusBarItem: () => statusBar,
      registerWebviewViewProvider(_id: string, next: Provider) {
        provider = next;
        return { dispose: () => void (provider = undefined) };
      },
      showInformationMessage: (message: string, ...items: readonly (Item | string)[]) =>
        new Promise((resolve) => {
          const titleOf = (item: Item | string) => (typeof item === "string" ? item : item.title);
          const choose = (button: string): void =>
            resolve(items.find((item) => titleOf(item) === button));
          notifications.push({ message, buttons: items.map(titleOf), choose });
        }),
      showErrorMessage: async (message: string) => void errors.push(message),
      showWarningMessage: async (message: string) => void errors.push(message),
      showQuickPick: async (items: readonly { readonly label: string }[]) =>
        items.find(({ label }) => label === picked),
    },
  };

  return {
    module,
    notifications,
    errors,
    statusBar,
    contexts,
    get commandIds() {
      return [...commands.keys()];
    },
    pick: (label) => (picked = label),
    runCommand,
    changeSetting(name, value) {
      settings[name] = value;
      changes.fire({ affectsConfiguration: (section: string) => section === name });
    },
  };
}
