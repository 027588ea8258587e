import type { AcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import {
  AcpUiProvider,
  Composer,
  ElicitationDock,
  ElicitationPrompt,
  Message,
  type PanelAgent,
  PermissionDock,
  PlanPanel,
  SessionOptions,
  ToolCallCard,
  TurnEnd,
} from "@acp-store/ui";
import { MarkdownText } from "@acp-store/ui/markdown";
import { Output } from "@acp-store/ui/output";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { createHostileStore, SESSION, TEXT_LENGTH } from "../support/createHostileStore.js";

const done = async (): Promise<void> => {};
const AGENT: PanelAgent = {
  prompt: done,
  sendNow: done,
  cancel: done,
  setMode: done,
  setModel: done,
  setConfigOption: done,
};

let store: AcpStore;

beforeAll(async () => {
  // The test environment has no layout.
  Element.prototype.scrollIntoView ??= () => {};
  store = createHostileStore();
  await ElicitationPrompt.preload();
});

function show(part: ReactElement): HTMLElement {
  return render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <AcpUiProvider agent={AGENT} slots={{ MarkdownText, Output }}>
          {part}
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  ).container;
}

const countElements = (container: Element): number => container.querySelectorAll("*").length;
const press = (container: HTMLElement, name: string): void =>
  void fireEvent.click(within(container).getByText(name));

describe("an agent that sends too much", () => {
  it.each<[string, ReactElement, number, number]>([
    ["Markdown", <Message key="" id="agent:m" run={0} isStreaming />, 8_000, 20_000],
    ["links", <Message key="" id="agent:links" run={0} isStreaming />, 100, 10_000],
    ["images", <Message key="" id="agent:images" run={0} isStreaming />, 3_000, 20_000],
    ["a thought", <Message key="" id="thought:t" run={0} isStreaming />, 50, 1_000],
    ["a tool call", <ToolCallCard key="" id="call" />, 8_000, 200_000],
    ["a plan", <PlanPanel key="" />, 1_000, 20_000],
    ["settings", <SessionOptions key="" />, 3_000, 40_000],
    ["a permission request", <PermissionDock key="" />, 1_500, 60_000],
    ["a form", <ElicitationDock key="" />, 2_500, 40_000],
    ["the end of a turn", <TurnEnd key="" turnId="unknown" />, 10, 10],
  ])("gets a limited number of elements and characters: %s", (_, part, elements, characters) => {
    const container = show(part);
    expect(countElements(container)).toBeLessThan(elements);
    expect(container.innerHTML.length).toBeLessThan(characters * 4);
    for (const element of container.querySelectorAll("[title], [aria-label]"))
      for (const name of ["title", "aria-label"])
        expect(element.getAttribute(name)?.length ?? 0).toBeLessThan(1_100);
  });

  it("gets a link only for addresses that a browser opens", () => {
    expect(show(<Message id="agent:links" run={0} isStreaming />).querySelector("a")).toBeNull();
  });

  it("can be read completely", () => {
    const plan = show(<PlanPanel />);
    press(plan, "Show all 1000");
    expect(plan.querySelectorAll("li").length).toBe(1_000);
    press(plan, "Show all 100k characters");
    expect(plan.textContent?.length).toBeGreaterThan(TEXT_LENGTH);
    const card = show(<ToolCallCard id="call" />);
    expect(within(card).getByRole("group", { name: "Complete title" })).toBeDefined();
    const images = show(<Message id="agent:images" run={0} isStreaming />);
    press(images, "Show all 400");
    expect(images.querySelectorAll(".acp-chip").length).toBe(400);
  });

  it("can be refused, and answered after all options were shown", () => {
    const dock = show(<PermissionDock />);
    expect(dock.querySelectorAll(".acp-request-options .acp-button").length).toBe(20);
    press(dock, "Show all 1200");
    expect(dock.querySelectorAll(".acp-request-options .acp-button").length).toBe(1_200);
    const form = show(<ElicitationDock />);
    expect(form.querySelectorAll(".acp-field").length).toBe(50);
    expect(within(form).getByText("Decline")).toBeDefined();
    press(form, "Show all 2000");
    expect(form.querySelectorAll(".acp-field").length).toBe(2_000);
    expect(form.querySelector("[pattern]")).toBeNull();
  });

  it("offers the commands that match, and the number of the others", () => {
    const container = show(<Composer />);
    const field = screen.getByRole("textbox");
    act(() => void fireEvent.change(field, { target: { value: "/" } }));
    expect(container.querySelectorAll("[role=option]").length).toBe(50);
    expect(container.textContent).toContain("4950 more. Type to narrow the list.");
    act(() => void fireEvent.change(field, { target: { value: "/command4999" } }));
    expect(container.querySelectorAll("[role=option]").length).toBe(1);
    expect(container.textContent).not.toContain("Type to narrow");
  });
});
