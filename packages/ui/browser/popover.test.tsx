import { render } from "@testing-library/react";
import { createPortal } from "react-dom";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Popover } from "../src/index.js";
import styleText from "../src/style.css?inline";

/** Shows a popover in the middle of a scrolling element, in a shadow root. */
function openPopover(direction: "ltr" | "rtl" = "ltr"): {
  readonly scroller: HTMLElement;
  readonly button: Element;
  readonly content: Element;
} {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  root.adoptedStyleSheets = [sheet];
  const { container } = render(
    createPortal(
      <div id="scroller" dir={direction} style={{ height: 100, overflow: "auto", padding: 150 }}>
        <Popover label="More" icon="more">
          <button type="button">Rename the session</button>
        </Popover>
        <div style={{ height: 2000 }} />
      </div>,
      root,
    ),
  );
  container.append(host);
  const find = (selector: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`There is no element ${selector}.`);
    return element;
  };
  return {
    scroller: find("#scroller"),
    button: find("[popovertarget]"),
    content: find("[popover]"),
  };
}

it.each([
  ["ltr", "right"],
  ["rtl", "left"],
] as const)("aligns its content with its button (%s: %s edges)", async (direction, edge) => {
  const { button, content } = openPopover(direction);
  await page.getByRole("button", { name: "More" }).click();
  expect(content.getBoundingClientRect()[edge]).toBe(button.getBoundingClientRect()[edge]);
});

it("stays in the window if there is no space for it beside its button", async () => {
  const { scroller, content } = openPopover();
  scroller.style.padding = "0";
  await page.getByRole("button", { name: "More" }).click();
  await expect.poll(() => content.getBoundingClientRect().left).toBe(4);
});

it("focuses its content, and closes with Escape in a shadow root", async () => {
  const { button, content } = openPopover();
  await page.getByRole("button", { name: "More" }).click();
  const root = button.getRootNode() as ShadowRoot;
  await expect.poll(() => root.activeElement?.textContent).toBe("Rename the session");
  await userEvent.keyboard("{Escape}");
  expect(content.matches(":popover-open")).toBe(false);
  expect(root.activeElement).toBe(button);
});

it("closes when an element around its button scrolls in a shadow root", async () => {
  const { scroller, button, content } = openPopover();
  await page.getByRole("button", { name: "More" }).click();
  await expect.poll(() => button.ariaExpanded).toBe("true");
  scroller.scrollTop = 50;
  await expect.poll(() => content.matches(":popover-open")).toBe(false);
});
