import { fireEvent, render, screen } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { expect, it } from "vitest";
import { Tabs } from "../../src/controls/Tabs.js";

const TABS = { panel: "Panel", devtools: "Devtools", frames: "Frames" };

function Example(): ReactElement {
  const [selected, setSelected] = useState<keyof typeof TABS>("panel");
  return (
    <Tabs
      label="View"
      tabs={TABS}
      selected={selected}
      getPanelId={(id) => `view-${id}`}
      onSelect={setSelected}
    />
  );
}

const getTab = (name: string): HTMLElement => screen.getByRole("tab", { name });
const press = (key: string): void =>
  void fireEvent.keyDown(document.activeElement ?? document, { key });

it("selects a tab with a click", () => {
  render(<Example />);
  fireEvent.click(getTab("Frames"));
  expect(getTab("Frames").getAttribute("aria-selected")).toBe("true");
  expect(getTab("Frames").getAttribute("aria-controls")).toBe("view-frames");
  expect(getTab("Panel").getAttribute("aria-selected")).toBe("false");
});

it("moves with the arrow keys, Home and End, and around the ends", () => {
  render(<Example />);
  getTab("Panel").focus();
  const expected = [
    ["ArrowRight", "Devtools"],
    ["End", "Frames"],
    ["ArrowRight", "Panel"],
    ["ArrowLeft", "Frames"],
    ["Home", "Panel"],
  ] as const;
  for (const [key, name] of expected) {
    press(key);
    expect(document.activeElement).toBe(getTab(name));
    expect(getTab(name).getAttribute("aria-selected")).toBe("true");
  }
});

it("has one tab in the tab order", () => {
  render(<Example />);
  fireEvent.click(getTab("Devtools"));
  expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});
