import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StandInView } from "./webview.js";
import { createEmitter } from "./webview.js";

/** A stand-in for `vscode.Uri`. */
export interface Uri {
  readonly scheme: string;
  readonly fsPath: string;
  with(change: { readonly scheme?: string; readonly query?: string }): Uri;
  toString(): string;
}

export function createUri(fsPath: string, scheme = "file", query = ""): Uri {
  return {
    scheme,
    fsPath,
    with: (change) => createUri(fsPath, change.scheme ?? scheme, change.query ?? query),
    toString: () => `${scheme}://${fsPath}${query === "" ? "" : `?${query}`}`,
  };
}

/** A link above a line of an editor. */
interface CodeLens {
  readonly range: { readonly start: number };
  readonly command: {
    readonly title: string;
    readonly command: string;
    readonly arguments: readonly unknown[];
  };
}

/** A row of a tree view. */
interface TreeItem {
  readonly label: string;
  readonly description?: string;
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
}

/** A file or a difference that the extension shows in an editor. */
export interface ShownEditor {
  /** The texts, the one that is compared first. A file has one. */
  readonly texts: readonly string[];
  /** The path of the file on the right. */
  readonly path: string;
  /** The line that is selected, from 0. */
  readonly line?: number;
}

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
  /** The editors that the extension has shown, the oldest first. */
  readonly editors: readonly ShownEditor[];
  /** The links above the lines of a file. */
  listLenses(path: string): Promise<readonly CodeLens[]>;
  /** The rows of the view "Inbox". */
  listInbox(): readonly TreeItem[];
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
  folders: readonly string[],
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
  const editors: ShownEditor[] = [];
  const contents = new Map<string, { provideTextDocumentContent(uri: Uri): unknown }>();
  let lenses: { provideCodeLenses(document: { readonly uri: Uri }): CodeLens[] } | undefined;
  let tree: { getChildren(): object[]; getTreeItem(row: object): TreeItem } | undefined;

  async function readText(uri: Uri): Promise<string> {
    if (uri.scheme === "file") return readFileSync(uri.fsPath, "utf8");
    return String(await contents.get(uri.scheme)?.provideTextDocumentContent(uri));
  }

  function showView(): void {
    view.show();
    if (!isResolved) provider?.resolveWebviewView(view.view);
    isResolved = true;
  }

  commands.set("setContext", (key, value) => void contexts.set(String(key), value));
  commands.set("acpStore.panel.focus", showView);
  commands.set("vscode.diff", async (before, after) => {
    const [left, right] = [before as Uri, after as Uri];
    const texts = [await readText(left), await readText(right)];
    editors.push({ texts, path: right.fsPath });
  });
  commands.set("vscode.open", async (uri, options) => {
    const { fsPath } = uri as Uri;
    const { selection } = options as { readonly selection?: { readonly start: number } };
    const line = selection && { line: selection.start };
    editors.push({ texts: [await readText(uri as Uri)], path: fsPath, ...line });
  });

  async function runCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    const command = commands.get(id);
    if (command === undefined) throw new Error(`command '${id}' not found`);
    return command(...args);
  }

  const module = {
    Uri: {
      file: createUri,
      joinPath: ({ fsPath }: Uri, ...parts: readonly string[]) => createUri(join(fsPath, ...parts)),
    },
    StatusBarAlignment: { Left: 1 },
    ThemeColor: class {},
    ThemeIcon: class {},
    TreeItem: class {
      constructor(readonly label: string) {}
    },
    Range: class {
      constructor(readonly start: number) {}
    },
    CodeLens: class {
      constructor(
        readonly range: object,
        readonly command: object,
      ) {}
    },
    EventEmitter: class {
      readonly #emitter = createEmitter();
      readonly event = this.#emitter.add;
      fire = this.#emitter.fire;
      dispose(): void {}
    },
    languages: {
      registerCodeLensProvider(_selector: object, next: typeof lenses) {
        lenses = next;
        return { dispose() {} };
      },
    },
    commands: {
      executeCommand: runCommand,
      registerCommand(id: string, run: (...args: readonly unknown[]) => unknown) {
        commands.set(id, run);
        return { dispose: () => void commands.delete(id) };
      },
    },
    workspace: {
      workspaceFolders: folders.map((folder) => ({ uri: createUri(folder) })),
      registerTextDocumentContentProvider(
        scheme: string,
        next: { provideTextDocumentContent(uri: Uri): unknown },
      ) {
        contents.set(scheme, next);
        return { dispose: () => void contents.delete(scheme) };
      },
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
      registerTreeDataProvider(_id: string, next: typeof tree) {
        tree = next;
        return { dispose: () => void (tree = undefined) };
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
    editors,
    listLenses: async (path) => lenses?.provideCodeLenses({ uri: createUri(path) }) ?? [],
    listInbox: () => tree?.getChildren().map((row) => tree?.getTreeItem(row) as TreeItem) ?? [],
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
