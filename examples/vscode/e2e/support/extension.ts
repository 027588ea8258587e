import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FrameLocator, Page } from "playwright";
import { onTestFinished, vi } from "vitest";
import { findViolations } from "../../../../tests/support/axe.js";
import { openPage } from "../../../../tests/support/openPage.js";
import type { ThemeName } from "./themes.js";
import { createUri, createWorkbench, type Workbench } from "./vscode.js";
import { startView } from "./webview.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const requireModule = createRequire(import.meta.url);

/** The module that the build of the extension exports. */
interface ExtensionModule {
  activate(context: object): Promise<void>;
  deactivate(): Promise<void>;
}

/** The running extension, and the window that shows it. */
export interface StartedExtension extends Workbench {
  /** The page around the frame. */
  readonly page: Page;
  /** The page of the webview. */
  readonly panel: FrameLocator;
  readonly view: { readonly badge: { readonly value: number } | undefined };
  hideView(): void;
  showView(): void;
  /** Delays the messages of the extension to the page until `releaseMessages` is called. */
  bufferMessages(): void;
  releaseMessages(): void;
  /** Returns the violations of accessibility rules in the page of the webview. */
  findViolations(): Promise<string[]>;
  /** Reloads the page of the webview. */
  reload(): Promise<void>;
  /** Ends the extension, as VS Code does when the window is closed. */
  deactivate(): Promise<void>;
}

/** An agent in the setting `acpStore.agents`. */
export interface ConfiguredAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

interface StartOptions {
  /** The agents. Default: that of the setting's default, the scripted agent. */
  readonly agents?: readonly ConfiguredAgent[];
  /** The folder for the state of the workspace. Default: a new one. */
  readonly storage?: string;
  /** The folders of the workspace. Default: a new one. */
  readonly folders?: readonly string[];
  readonly theme?: ThemeName;
  /** The width of the window in pixels. */
  readonly width?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Starts the built extension with a stand-in for VS Code, and opens its view. */
export async function startExtension(options: StartOptions = {}): Promise<StartedExtension> {
  const { agents = [], storage = temporaryFolder(), theme = "dark", width = 420 } = options;
  // The review of the folder is in the platform's folder.
  vi.stubEnv("XDG_DATA_HOME", storage);
  const view = await startView(theme);
  const settings = { "acpStore.agents": agents, ...options.settings };
  const workbench = createWorkbench(view, settings, options.folders ?? [temporaryFolder()]);
  const installed = install(workbench.module);
  const extension = requireModule(join(installed, "dist/extension.cjs")) as ExtensionModule;
  const subscriptions: { dispose(): void }[] = [];
  let ended: Promise<void> | undefined;

  function deactivate(): Promise<void> {
    ended ??= extension.deactivate().then(async () => {
      for (const { dispose } of subscriptions) dispose();
      await view.close();
    });
    return ended;
  }
  onTestFinished(deactivate);

  await extension.activate({
    subscriptions,
    extensionUri: createUri(installed),
    storageUri: createUri(storage),
    globalStorageUri: createUri(storage),
  });
  await workbench.runCommand("acpStore.panel.focus");
  const page = await openPage(view.address, { viewport: { width, height: 720 } });
  const panel = page.frameLocator("iframe");
  return Object.assign(workbench, {
    page,
    panel,
    view: view.view,
    hideView: view.hide,
    showView: view.show,
    bufferMessages: view.bufferMessages,
    releaseMessages: view.releaseMessages,
    async findViolations() {
      const frame = page.frame({ url: `${view.address}/frame` });
      return frame === null ? ["The page is not loaded."] : findViolations(frame);
    },
    async reload() {
      await page.evaluate("standIn.reload()");
      await panel.getByRole("textbox", { name: "Message" }).waitFor();
    },
    deactivate,
  });
}

/** Returns a new folder, which is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "acp-store-vscode-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Copies the extension into a folder in which `require("vscode")` finds the stand-in. */
function install(standIn: object): string {
  const folder = temporaryFolder();
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  const moduleFolder = join(folder, "node_modules/vscode");
  mkdirSync(moduleFolder, { recursive: true });
  writeFileSync(join(moduleFolder, "index.js"), "");
  Object.assign(requireModule(moduleFolder) as object, standIn);
  return folder;
}
