import type { Frame } from "@acp-store/core";
import { createPlayer, nameFrames, type Player } from "@acp-store/devtools";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { PlayerBar } from "../../src/index.js";

const METHODS = ["initialize", "session/prompt", "session/update", "session/request_permission"];

/** Creates one frame for each method, with a pause between them. */
const createFrames = (pauseMs: number): Frame[] =>
  METHODS.map((method, index) => ({
    t: 5000 + index * pauseMs,
    dir: index < 2 ? "sent" : "recv",
    msg: { jsonrpc: "2.0", method },
  }));

function show(frames: readonly Frame[] = createFrames(1250), around?: ReactNode): Player {
  const player = createPlayer(frames);
  render(
    <>
      <PlayerBar player={player} frames={frames} names={nameFrames(frames)}>
        A note
      </PlayerBar>
      {around}
    </>,
  );
  return player;
}

const getButton = (name: string): HTMLElement => screen.getByRole("button", { name });
const getSlider = (): HTMLElement => screen.getByRole("slider", { name: "Position" });
const press = (key: string, target: Element = document.body): boolean =>
  fireEvent.keyDown(target, { key });

it("shows the position, the time and the frame, and follows the player", () => {
  const player = show();
  expect(screen.getByText("Frame 0 of 4")).toBeDefined();
  expect(screen.getByText("0.0 s of 3.8 s")).toBeDefined();
  expect(getSlider().getAttribute("aria-valuetext")).toBe("Frame 0 of 4: start");
  act(() => player.seek(3));
  expect(screen.getByText("Frame 3 of 4")).toBeDefined();
  expect(screen.getByText("2.5 s of 3.8 s")).toBeDefined();
  expect(getSlider().getAttribute("aria-valuetext")).toBe("Frame 3 of 4: session/update");
  const frame = screen.getByText("session/update");
  expect(frame.textContent).toBe("← received: session/update");
  expect(screen.getByText("A note")).toBeDefined();
});

it("shows the name of a line of stderr without a sign", () => {
  const player = show([{ t: 0, dir: "stderr", msg: "starting" }]);
  act(() => player.seek(1));
  expect(screen.getByText("stderr").textContent).toBe("stderr");
});

it.each([
  [30_000, "0:30 of 1:30"],
  [1_250_000, "20:50 of 1:02:30"],
])("shows the times of a recording with pauses of %i ms in minutes", (pauseMs, text) => {
  const player = show(createFrames(pauseMs));
  act(() => player.seek(2));
  expect(screen.getByText(text)).toBeDefined();
});

it("shows no time if the frames have none", () => {
  const player = show(METHODS.map((method) => ({ dir: "recv", msg: { method } })));
  act(() => player.seek(4));
  expect(screen.getByText("Frame 4 of 4")).toBeDefined();
  expect(screen.queryByText(/ s of /)).toBeNull();
});

it("plays and pauses", () => {
  const player = show();
  fireEvent.click(getButton("Play"));
  expect(player.getState().isPlaying).toBe(true);
  fireEvent.click(getButton("Pause"));
  expect(player.getState().isPlaying).toBe(false);
});

it("pauses and steps within the recording", () => {
  const player = show();
  act(() => player.play());
  fireEvent.click(getButton("Next frame"));
  expect(player.getState()).toMatchObject({ position: 1, isPlaying: false });
  fireEvent.click(getButton("Next frame"));
  fireEvent.click(getButton("Previous frame"));
  expect(player.getState().position).toBe(1);
  fireEvent.click(getButton("Go to the start"));
  expect(player.getState().position).toBe(0);
  fireEvent.click(getButton("Previous frame"));
  expect(player.getState().position).toBe(0);
});

it("marks the steps that lead nowhere as disabled, and keeps them focusable", () => {
  const player = show();
  const listDisabled = (): (string | null)[] =>
    screen
      .getAllByRole("button")
      .filter(({ ariaDisabled }) => ariaDisabled === "true")
      .map(({ ariaLabel }) => ariaLabel);
  expect(listDisabled()).toEqual(["Go to the start", "Previous frame"]);
  act(() => player.seek(4));
  expect(listDisabled()).toEqual(["Next frame"]);
  expect(getButton("Next frame").hasAttribute("disabled")).toBe(false);
});

it("moves with the track and changes the speed without pausing", () => {
  const player = show();
  act(() => player.play());
  fireEvent.change(getSlider(), { target: { value: "2" } });
  const select = screen.getByRole("combobox", { name: "Speed" });
  fireEvent.change(select, { target: { value: "10" } });
  expect(player.getState()).toMatchObject({ position: 2, isPlaying: true, speed: 10 });
  fireEvent.change(select, { target: { value: "Infinity" } });
  expect(player.getState().speed).toBe(Number.POSITIVE_INFINITY);
  expect(screen.getByRole("option", { name: "Max", selected: true })).toBeDefined();
  act(() => player.pause());
});

it("marks the prompts and the permission requests on the track", () => {
  show();
  const marks = [...document.querySelectorAll<HTMLElement>(".acp-player-marks > *")];
  expect(marks.map(({ dataset, style }) => [dataset["kind"], style.insetInlineStart])).toEqual([
    ["prompt", "50%"],
    ["permission", "100%"],
  ]);
});

it("is controlled with the keyboard, wherever the focus is", () => {
  const player = show();
  const positionAfter = (key: string): number => {
    expect(press(key)).toBe(false);
    return player.getState().position;
  };
  expect(positionAfter("ArrowRight")).toBe(1);
  expect(positionAfter("End")).toBe(4);
  expect(positionAfter("ArrowLeft")).toBe(3);
  expect(positionAfter("Home")).toBe(0);
  press(" ");
  expect(player.getState().isPlaying).toBe(true);
  press(" ");
  expect(player.getState().isPlaying).toBe(false);
});

it("leaves keys to the elements that use them, and combinations to the browser", () => {
  const player = show(
    createFrames(1),
    <>
      <input aria-label="Name" />
      <button>Save</button>
      <div role="listbox" tabIndex={0} onKeyDown={(event) => event.preventDefault()} />
    </>,
  );
  for (const element of [screen.getByRole("textbox"), getButton("Save"), getSlider()])
    for (const key of [" ", "ArrowRight", "End"]) expect(press(key, element)).toBe(true);
  press("End", screen.getByRole("listbox"));
  fireEvent.keyDown(document.body, { key: "ArrowRight", altKey: true });
  press("Enter");
  expect(player.getState()).toMatchObject({ position: 0, isPlaying: false });
});

it("steps with the arrow keys while one of its buttons has the focus", () => {
  const player = show();
  press("ArrowRight", getButton("Next frame"));
  expect(player.getState().position).toBe(1);
  press("End", getButton("Play"));
  expect(player.getState().position).toBe(4);
  expect(press(" ", getButton("Play"))).toBe(true);
  expect(player.getState().isPlaying).toBe(false);
});

it("ignores keys after it is removed", () => {
  const frames = createFrames(1);
  const player = createPlayer(frames);
  const { unmount } = render(
    <PlayerBar player={player} frames={frames} names={nameFrames(frames)} />,
  );
  unmount();
  expect(press("ArrowRight")).toBe(true);
  expect(player.getState().position).toBe(0);
});
