import { createPlayer, nameFrames, parseTrace, type Player } from "@acp-store/devtools";
import type {} from "@vitest/browser-playwright";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, onTestFinished } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import geminiBasic from "../../core/tests/fixtures/recordings/gemini-basic.jsonl?raw";
import { PlayerBar } from "../src/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";

const { frames } = parseTrace(geminiBasic);
const names = nameFrames(frames);
const POSITION = names.indexOf("session/request_permission") + 1;

interface BarOptions {
  readonly width?: number;
  readonly direction?: "ltr" | "rtl";
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
  readonly children?: ReactNode;
}

/** Shows the bar with a player that is paused at a permission request. */
async function openBar(options: BarOptions = {}): Promise<Player> {
  const { width = 800, direction, colorScheme = "light", forcedColors = "none" } = options;
  await page.viewport(1000, 300);
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: colorScheme },
      { name: "prefers-reduced-motion", value: "reduce" },
      { name: "forced-colors", value: forcedColors },
    ],
  });
  document.documentElement.style.colorScheme = "light dark";
  document.body.style.background = "var(--acp-bg)";
  const player = createPlayer(frames);
  player.seek(POSITION);
  render(
    <div style={{ width }} dir={direction}>
      <PlayerBar player={player} frames={frames} names={names}>
        A note
      </PlayerBar>
      {options.children}
    </div>,
  );
  onTestFinished(cleanup);
  return player;
}

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`There is no element ${selector}.`);
  return element;
};
const leftOf = (selector: string): number => find(selector).getBoundingClientRect().left;
const button = (name: string) => page.getByRole("button", { name });
/** Takes a screenshot for people to look at. Nothing is compared. */
const shoot = (name: string): Promise<unknown> =>
  page.screenshot({ path: `__screenshots__/player-${name}.png` });

describe.each(["light", "dark"] as const)("the player in the %s scheme", (colorScheme) => {
  it.each([800, 330])(
    "shows its controls in one row of %i px, without violations",
    async (width) => {
      await openBar({ colorScheme, width });
      const bar = find(".acp-player");
      expect(bar.scrollWidth).toBe(bar.clientWidth);
      const isNarrow = width === 330;
      const long = page.getByText(`Frame ${POSITION} of ${frames.length}`);
      const short = page.getByText(`${POSITION} of ${frames.length}`, { exact: true });
      await expect.element(isNarrow ? short : long).toBeVisible();
      await expect.element(isNarrow ? long : short).not.toBeVisible();
      const [speed, play] = [find(".acp-setting"), find(".acp-player-play")];
      expect(speed.getBoundingClientRect().top).toBeLessThan(play.getBoundingClientRect().bottom);
      expect(await violations()).toEqual([]);
      await shoot(`${colorScheme}-${width}`);
    },
  );
});

it("runs from left to right in every language, with mirrored controls around it", async () => {
  await openBar({ direction: "rtl" });
  expect(leftOf(".acp-player-back")).toBeLessThan(leftOf(".acp-player-play"));
  expect(leftOf(".acp-player-rail > div")).toBe(leftOf(".acp-player-rail"));
  expect(leftOf(".acp-setting")).toBeLessThan(leftOf(".acp-player-buttons"));
  await shoot("right-to-left");
});

it("shows the played part of the track with forced colors", async () => {
  await openBar({ forcedColors: "active" });
  const background = (selector: string): string => getComputedStyle(find(selector)).backgroundColor;
  const backgrounds = [".acp-player", ".acp-player-rail", ".acp-player-rail > div"].map(background);
  expect(new Set(backgrounds).size).toBe(3);
  await shoot("forced-colors");
});

it("moves with the keys of the slider, and names the frame for screen readers", async () => {
  const player = await openBar();
  find(".acp-player-slider").focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(player.getState().position).toBe(POSITION + 1);
  await expect
    .element(page.getByRole("slider", { name: "Position" }))
    .toHaveAttribute(
      "aria-valuetext",
      `Frame ${POSITION + 1} of ${frames.length}: session/request_permission response`,
    );
});

it("keeps the focus on a button that cannot move further", async () => {
  const player = await openBar();
  await button("Go to the start").click();
  expect(player.getState().position).toBe(0);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(player.getState().position).toBe(2);
});

it("leaves the keys to a focused area that scrolls in their direction", async () => {
  const player = await openBar({
    children: (
      <pre tabIndex={0} role="group" aria-label="Log" style={{ overflow: "auto", width: 200 }}>
        {"A long line. ".repeat(100)}
      </pre>
    ),
  });
  const log = find("pre");
  log.focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => log.scrollLeft).toBeGreaterThan(0);
  expect(player.getState().position).toBe(POSITION);
  await userEvent.keyboard("{Home}");
  expect(player.getState().position).toBe(0);
});
