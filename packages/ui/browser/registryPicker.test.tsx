import { createGate } from "@acp-store/testing";
import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { type RegistryEntry, RegistryPicker, type RegistrySource } from "../src/fleet/index.js";
import "@acp-store/ui/style.css";

const npx: RegistryEntry = {
  ...{ id: "good", name: "Good Agent", version: "1.2.0", status: "available" },
  description: "Writes code.",
  plans: [
    {
      ...{ id: "p1", kind: "npx", isVerified: true },
      summary: "npx downloads the package good-agent@1.2.0 from npm.",
      commandLine: "npx --yes -- good-agent@1.2.0 --acp",
    },
  ],
};
const binary: RegistryEntry = {
  ...{ id: "bin", name: "Binary", version: "2.0.0", status: "available" },
  description: "Reviews changes.",
  plans: [
    {
      ...{ id: "p2", kind: "binary", isVerified: false },
      summary: "The program is downloaded from https://example.com/agent, which has no checksum.",
      commandLine: "./agent --a-very-long-option=" + "x".repeat(120),
    },
    {
      ...{ id: "p3", kind: "uvx", isVerified: true },
      summary: "uvx downloads the package bin from PyPI.",
      commandLine: "uvx bin",
    },
  ],
};
const old: RegistryEntry = {
  ...npx,
  id: "old",
  name: "Old",
  status: "outdated",
  addedVersion: "1.0.0",
};
const own: RegistryEntry = { ...npx, id: "own", name: "Own", status: "configured" };
const other: RegistryEntry = { ...npx, id: "other", name: "Other", plans: [] };

beforeEach(() => page.viewport(1000, 860));

/** Shows a registry whose changes succeed unless others are given. */
function show(agents: readonly RegistryEntry[], changes: Partial<RegistrySource> = {}) {
  const current = new Map(agents.map((agent) => [agent.id, agent]));
  const setStatus = (id: string, status: RegistryEntry["status"]): void => {
    const agent = current.get(id);
    if (agent !== undefined) current.set(id, { ...agent, status, addedVersion: agent.version });
  };
  const registry = {
    list: vi.fn<RegistrySource["list"]>(async () => ({
      source: "network",
      agents: [...current.values()],
    })),
    add: vi.fn<RegistrySource["add"]>(async ({ id }) => setStatus(id, "added")),
    update: vi.fn<RegistrySource["update"]>(async ({ id }) => setStatus(id, "added")),
    remove: vi.fn<RegistrySource["remove"]>(async (id) => setStatus(id, "available")),
    ...changes,
  };
  render(<RegistryPicker registry={registry} />);
  return registry;
}

/** The options of each change. */
const OPTIONS = { onProgress: expect.any(Function), signal: expect.any(AbortSignal) };

const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: string) => page.getByRole("listitem", { name });

describe("the picker of agents", () => {
  it("shows how an agent is launched, and adds the one that is found, with the keyboard", async () => {
    const gate = createGate();
    const { add } = show([npx, binary], {
      add: vi.fn<RegistrySource["add"]>(async (_, { onProgress }) => {
        onProgress({ step: "download", receivedBytes: 40, totalBytes: 100 });
        await gate.pass();
      }),
    });
    await expect
      .element(row("Good Agent"))
      .toHaveTextContent("npx --yes -- good-agent@1.2.0 --acp");
    await userEvent.tab();
    await userEvent.keyboard("WRITES");
    await expect.element(row("Binary")).not.toBeInTheDocument();
    while (document.activeElement !== button("Add Good Agent").element()) await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    const progress = page.getByRole("progressbar", { name: "Downloading Good Agent…" });
    await expect.element(progress).toHaveAttribute("value", "40");
    await expect.element(button("Add Good Agent")).toBeDisabled();
    expect(add).toHaveBeenCalledExactlyOnceWith({ id: "good", plan: "p1" }, OPTIONS);
    gate.open();
    await expect.element(progress).not.toBeInTheDocument();
  });

  it("shows icons in their own colors or in that of the text, and the default for a broken one", async () => {
    const svg = (fill: string): string =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><path fill="${fill}" d="M0 0h16v16H0z"/></svg>`)}`;
    const plain = svg("currentColor");
    const colored = svg("red");
    show([
      { ...npx, id: "plain", name: "Plain", icon: plain },
      { ...npx, id: "colored", name: "Colored", icon: colored },
      { ...npx, id: "broken", name: "Broken", icon: "data:image/png;base64,AAAA" },
      npx,
    ]);
    const iconOf = (name: string) => row(name).element().querySelector(".acp-agent-icon > *");
    await expect.element(row("Good Agent")).toHaveTextContent("Good Agent 1.2.0");
    await expect.poll(() => iconOf("Broken")?.tagName).toBe("svg");
    expect(iconOf("Good Agent")?.tagName).toBe("svg");
    const image = iconOf("Colored") as HTMLImageElement;
    expect([image.src, image.alt]).toEqual([colored, ""]);
    await expect.poll(() => image.naturalWidth).toBe(16);
    const mask = getComputedStyle(iconOf("Plain") as HTMLElement);
    expect(mask.maskImage).toContain(plain);
    expect(mask.backgroundColor).toBe(mask.color);
  });

  it("cancels an installation with the keyboard, and returns to the button that adds the agent", async () => {
    const { add } = show([npx], {
      add: vi.fn<RegistrySource["add"]>(
        (_, { onProgress, signal }) =>
          new Promise((_resolve, reject) => {
            onProgress({ step: "start" });
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
      ),
    });
    await button("Add Good Agent").click();
    await expect.element(button("Cancel the installation of Good Agent")).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.tab();
    await expect.element(button("Cancel the installation of Good Agent")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Add Good Agent")).toHaveFocus();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("progressbar")).toBeVisible();
    expect(add).toHaveBeenCalledTimes(2);
  });

  it("adds a download without a checksum only if the user agrees", async () => {
    const { add } = show([binary]);
    await expect.element(button("Add Binary")).toBeDisabled();
    await page.getByRole("checkbox", { name: /I trust this download/ }).click();
    await button("Add Binary").click();
    await expect.element(button("Remove Binary")).toBeVisible();
    const choice = { id: "bin", plan: "p2", allowUnverified: true };
    expect(add).toHaveBeenCalledExactlyOnceWith(choice, OPTIONS);
  });

  it("launches an agent in the way that the user has chosen", async () => {
    const { add } = show([binary]);
    await page.getByRole("combobox", { name: "Launch with" }).selectOptions("uvx");
    await expect.element(row("Binary")).toHaveTextContent("uvx downloads the package bin");
    await button("Add Binary").click();
    await vi.waitFor(() => expect(add).toHaveBeenCalledWith({ id: "bin", plan: "p3" }, OPTIONS));
  });

  it("shows why an agent could not be added, and tries again", async () => {
    const message = '[acp-store] The command "npx" was not found. Install Node.js.';
    show([npx, old], {
      add: vi.fn().mockRejectedValueOnce(new Error(message)).mockResolvedValue(undefined),
    });
    await button("Add Good Agent").click();
    const alert = row("Good Agent").getByRole("alert");
    await expect
      .element(alert)
      .toHaveTextContent(/^The command "npx" was not found\. Install Node\.js\.$/);
    await button("Add Good Agent").click();
    await expect.element(alert).not.toBeInTheDocument();
  });

  it("updates an agent, and removes it after a confirmation", async () => {
    const { update, remove } = show([old]);
    await expect.element(row("Old")).toHaveTextContent("1.0.0, update to 1.2.0");
    await button("Update Old").click();
    await expect.element(button("Update Old")).not.toBeInTheDocument();
    expect(update).toHaveBeenCalledOnce();
    await button("Remove Old").click();
    const dialog = page.getByRole("alertdialog", { name: "Remove Old?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(remove).not.toHaveBeenCalled();
    await button("Remove Old").click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.element(button("Add Old")).toBeVisible();
    expect(remove).toHaveBeenCalledExactlyOnceWith("old");
  });

  it("offers nothing for an agent of the application, and for one without a release", async () => {
    show([own, other]);
    await expect.element(row("Own")).toHaveTextContent("Part of this application");
    await expect.element(row("Other")).toHaveTextContent("Not available for this computer");
    expect(page.getByRole("button", { name: /^(?:Add|Update|Remove)/ }).elements()).toEqual([]);
  });

  it("says why the list is old or missing, and loads it again", async () => {
    const list = vi
      .fn<RegistrySource["list"]>()
      .mockRejectedValueOnce(new Error("Check the network connection."))
      .mockResolvedValueOnce({ source: "stale", agents: [npx], reason: "The server is down." })
      .mockResolvedValue({ source: "network", agents: [] });
    show([], { list });
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Check the network connection.");
    await button("Refresh").click();
    await expect.element(page.getByText("The list may be out of date")).toBeVisible();
    await expect.element(row("Good Agent")).toBeVisible();
    await button("Refresh").click();
    await expect.element(page.getByText("No agents found.")).toBeVisible();
    expect(list.mock.calls).toEqual([
      [{ refresh: false }],
      [{ refresh: true }],
      [{ refresh: true }],
    ]);
  });

  it.each([
    ["light", 1000],
    ["dark", 1000],
    ["light", 320],
  ])("has no violations of axe and no horizontal scroll bar (%s, %i px)", async (scheme, width) => {
    await prefer(scheme);
    document.documentElement.style.colorScheme = "light dark";
    await page.viewport(width, 860);
    show([npx, binary, old, own, other], { add: () => Promise.reject(new Error("It failed")) });
    await button("Add Good Agent").click();
    await expect.element(row("Good Agent").getByRole("alert")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
