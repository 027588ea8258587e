import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { openPanel } from "./support/openPanel.js";

/** Takes a screenshot for people to look at. Nothing is compared. */
const shoot = (name: string): Promise<unknown> =>
  page.screenshot({ path: `__screenshots__/${name}.png` });

const allow = page.getByRole("button", { name: "Allow", exact: true });

/** Returns the number of pixels by which the content of an element is wider than the element. */
const overflowOf = ({ scrollWidth, clientWidth }: Element): number => scrollWidth - clientWidth;

describe.each(["light", "dark"] as const)("the panel in the %s scheme", (colorScheme) => {
  it("has the colors of the scheme, and no accessibility violations", async () => {
    const { find } = await openPanel({ colorScheme });
    const background = colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(27, 27, 30)";
    expect(getComputedStyle(find(".acp-request")).backgroundColor).toBe(background);
    expect(await violations()).toEqual([]);
    await shoot(colorScheme);
  });
});

describe("a value that build tools write for light-dark()", () => {
  it.each([
    ["light without a color scheme", "", "rgb(255, 255, 255)"],
    // The declarations that Lightning CSS adds to `color-scheme: dark`.
    ["dark", ":root { --lightningcss-light: ; --lightningcss-dark: initial }", "rgb(0, 0, 0)"],
  ])("selects the color of the scheme: %s", async (_, rule, color) => {
    const { find } = await openPanel();
    const style = document.head.appendChild(document.createElement("style"));
    try {
      style.textContent = rule;
      const panel = find(".acp-panel");
      panel.style.color = "var(--lightningcss-light, #fff) var(--lightningcss-dark, #000)";
      expect(getComputedStyle(panel).color).toBe(color);
    } finally {
      style.remove();
    }
  });
});

describe("the panel from right to left", () => {
  it("mirrors the layout, and keeps code and diffs from left to right", async () => {
    const { root, find } = await openPanel({ direction: "rtl" });
    const { left: iconLeft } = find(".acp-call-icon").getBoundingClientRect();
    const chevron = find('[aria-expanded="false"] > .acp-disclosure-icon');
    expect(chevron.getBoundingClientRect().left).toBeLessThan(iconLeft);
    // A half turn.
    expect(getComputedStyle(chevron).transform).toMatch(/^matrix\(-1, /);
    const title = find(".acp-call-title");
    expect(getComputedStyle(title).textAlign).toMatch(/right|match-parent/);
    const code = [".acp-code pre", ".acp-diff-scroll", ".acp-diff-path", ".acp-output-scroll"];
    for (const selector of code) {
      await expect.poll(() => root.querySelector(selector)).not.toBeNull();
      expect(getComputedStyle(find(selector)).direction).toBe("ltr");
    }
    expect(overflowOf(document.documentElement)).toBe(0);
    await shoot("right-to-left");
  });
});

describe.each(["light", "dark"] as const)("the panel with forced colors, %s", (colorScheme) => {
  it("keeps borders, states and focus visible without backgrounds", async () => {
    const { root, find } = await openPanel({ forcedColors: true, colorScheme });
    const text = getComputedStyle(find(".acp-panel")).color;
    for (const selector of [".acp-calls", ".acp-diff-row mark", ".acp-plan .acp-ring"])
      await expect.poll(() => root.querySelector(selector)).not.toBeNull();
    for (const selector of [".acp-request-badge", ".acp-calls", ".acp-composer"])
      expect(getComputedStyle(find(selector)).borderTopWidth).toBe("1px");
    expect(getComputedStyle(find(".acp-request-badge")).borderTopColor).toBe(text);
    expect(getComputedStyle(find(".acp-diff-row mark")).textDecorationLine).toBe("underline");
    for (const selector of [".acp-diff-row mark", ".acp-plan .acp-ring"])
      expect(getComputedStyle(find(selector)).color).toBe(text);
    expect(getComputedStyle(find(".acp-conversation"), "::after").display).toBe("none");
    await page.getByRole("textbox", { name: "Message" }).click();
    expect(getComputedStyle(find(".acp-composer")).outlineStyle).toBe("solid");
    await shoot(`forced-colors-${colorScheme}`);
  });
});

describe("the panel in a narrow column of a wide page", () => {
  it("has the layout of its own width", async () => {
    const { find } = await openPanel({ columnWidth: 340 });
    expect(getComputedStyle(find(".acp-request-options")).flexDirection).toBe("column");
    expect(getComputedStyle(find(".acp-composer-hint")).display).toBe("none");
    expect(find(".acp-panel").getBoundingClientRect().width).toBe(340);
    expect(overflowOf(find(".acp-panel"))).toBe(0);
    expect(find(".acp-plan-header").ariaExpanded).toBe("false");
    await shoot("narrow-column");
  });

  it("shows the side panel in place of the conversation", async () => {
    const { find } = await openPanel({ columnWidth: 340 });
    await expect.poll(() => find(".acp-request-options").dataset["armed"]).toBe("true");
    await allow.click();
    await page.getByRole("button", { name: /1 file changed/ }).click();
    const side = page.getByRole("complementary", { name: "Changed files" });
    await expect.element(side).toBeVisible();
    expect(getComputedStyle(find(".acp-conversation")).visibility).toBe("hidden");
    expect(side.element().getBoundingClientRect().width).toBe(340);
    await shoot("narrow-column-changes");
  });
});

describe("the panel in a shadow root", () => {
  it("has its styles and its layout", async () => {
    const { find } = await openPanel({ isInShadowRoot: true, columnWidth: 600 });
    expect(getComputedStyle(find(".acp-request")).borderTopColor).toBe("rgb(240, 217, 168)");
    expect(getComputedStyle(find(".acp-composer-hint")).display).toBe("none");
    await shoot("shadow-root");
  });

  it("answers with a shortcut, and focuses the composer when the focused button is gone", async () => {
    const { root, find } = await openPanel({ isInShadowRoot: true });
    await expect.poll(() => find(".acp-request-options").dataset["armed"]).toBe("true");
    allow.element().focus();
    await userEvent.keyboard("{Alt>}1{/Alt}");
    await expect.poll(() => root.querySelector(".acp-request")).toBeNull();
    await expect.poll(() => root.activeElement).toBe(find(".acp-composer-text"));
  });

  it("does not take the focus from a field outside of it", async () => {
    const { root, find } = await openPanel({ isInShadowRoot: true });
    const field = document.body.appendChild(document.createElement("input"));
    try {
      await expect.poll(() => find(".acp-request-options").dataset["armed"]).toBe("true");
      field.focus();
      await userEvent.keyboard("{Alt>}1{/Alt}");
      await expect.poll(() => root.querySelector(".acp-request")).toBeNull();
      expect(document.activeElement).toBe(field);
    } finally {
      field.remove();
    }
  });
});
