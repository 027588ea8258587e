import { writeSampleProject } from "@acp-store/example-agent/sample";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";
import { openPage, type OpenPageOptions } from "../../../../tests/support/openPage.js";
import { startEditor } from "../../tests/support/editor.js";
import { getComposer } from "./panel.js";

/** A page with a session in a project. */
export interface OpenedProject {
  readonly page: Page;
  /** Returns the absolute path of a file. */
  readonly pathOf: (path: string) => string;
}

/** Opens a session of the scripted agent in a new copy of the sample project. */
export async function openProject(
  options?: OpenPageOptions,
  prepare?: (folder: string) => Promise<void>,
): Promise<OpenedProject> {
  const folder = await realpath(await temporaryFolder());
  await writeSampleProject(folder);
  await prepare?.(folder);
  const editor = await startEditor(["--cwd", folder]);
  const page = await openPage(editor.sessionAddress, options);
  await getComposer(page).waitFor();
  return { page, pathOf: (path) => join(folder, path) };
}

/** Shows the files beside the conversation. */
export async function showFiles(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await getTreeItem(page, "package.json").waitFor();
}

/** Finds a file or folder in the tree. */
export const getTreeItem = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("treeitem", { name, ...(typeof name === "string" && { exact: true }) });

/** Finds the text field of the editor. */
export const getEditor = (page: Page, path: string): Locator =>
  page.getByRole("textbox", { name: path, exact: true });

/** Finds the tab of an open file. */
export const getTab = (page: Page, name: string): Locator =>
  page.getByRole("tablist", { name: "Open files" }).getByRole("tab", { name, exact: true });

/** Opens a file with the dialog that finds it by its path. */
export async function goToFile(page: Page, query: string, path: string): Promise<void> {
  await page.keyboard.press("Control+p");
  await page.getByRole("combobox", { name: "Name or path of a file" }).fill(query);
  await page.locator(`[role="option"][aria-selected="true"][title="${path}"]`).waitFor();
  await page.keyboard.press("Enter");
  await getEditor(page, path).waitFor();
}
