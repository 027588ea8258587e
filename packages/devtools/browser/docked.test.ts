import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanel } from "./support/panel.js";

beforeEach(async () => {
  await page.viewport(1280, 720);
  localStorage.clear();
});
afterEach(() => document.querySelector("#application")?.remove());

/** Adds an application with a button in its last corner, whose layout has the height of the page. */
function addApplication(height: string): HTMLElement {
  const application = document.body.appendChild(document.createElement("div"));
  application.id = "application";
  application.style.cssText = `position: absolute; inset: 0 auto auto 0; width: 100%; height: ${height}`;
  application.innerHTML =
    '<button type="button" style="position: absolute; right: 0; bottom: 0">Send</button>';
  return application;
}

/** Returns whether the panel covers the button of the application. */
function isCovered(application: HTMLElement, frame: Element | undefined): boolean {
  const { right, bottom } =
    application.querySelector("button")?.getBoundingClientRect() ?? new DOMRect();
  const edges = frame?.getBoundingClientRect() ?? new DOMRect();
  return right > edges.left + 1 && bottom > edges.top + 1;
}

it.each(["bottom", "right"] as const)(
  "takes its space from the page at the %s",
  async (position) => {
    const application = addApplication("calc(100vh - var(--acp-devtools-bottom, 0px))");
    application.style.width = "calc(100vw - var(--acp-devtools-right, 0px))";
    const { all } = openPanel([], { position });
    await expect.poll(() => all(".frame").length).toBe(1);
    expect(isCovered(application, all(".frame")[0])).toBe(false);
    const padding = (): string =>
      getComputedStyle(document.documentElement).getPropertyValue(`padding-${position}`);
    const size = (): number => {
      const { width, height } = all(".frame")[0]?.getBoundingClientRect() ?? new DOMRect();
      return position === "bottom" ? height : width;
    };
    expect(padding()).toBe(`${size()}px`);

    const before = size();
    (all(".resize")[0] as HTMLElement).focus();
    await userEvent.keyboard(position === "bottom" ? "{ArrowDown}" : "{ArrowRight}");
    await expect.poll(size).toBe(before - 24);
    await expect.poll(padding).toBe(`${before - 24}px`);
    expect(isCovered(application, all(".frame")[0])).toBe(false);

    await page.getByRole("button", { name: "Float over the page" }).click();
    expect(padding()).toBe("0px");
    expect(document.documentElement.getAttribute("style") ?? "").not.toContain("--acp-devtools");
  },
);

it("gives the space back when it is closed", async () => {
  const { all } = openPanel([], { position: "bottom" });
  await expect.poll(() => all(".frame").length).toBe(1);
  await page.getByRole("button", { name: "Close the devtools" }).click();
  expect(getComputedStyle(document.documentElement).paddingBottom).toBe("0px");
});
