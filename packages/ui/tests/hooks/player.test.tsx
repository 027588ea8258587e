import type { Frame } from "@acp-store/core";
import { createPlayer } from "@acp-store/devtools";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { type PlayerBarOptions, usePlayerBar } from "../../src/index.js";

function Controls(options: PlayerBarOptions): ReactElement {
  const { bar, position, count, isPlaying, togglePlaying, stepBy, time } = usePlayerBar(options);
  return (
    <section ref={bar}>
      <button onClick={togglePlaying}>{isPlaying ? "Pause" : "Play"}</button>
      <button onClick={() => stepBy(10)}>Skip</button>
      <p>{`${position}/${count} at ${time} ms`}</p>
    </section>
  );
}

it("plays a recording with custom markup", () => {
  const frames: Frame[] = [0, 100, 300].map((t) => ({ t, dir: "recv", msg: {} }));
  const player = createPlayer(frames);
  render(<Controls player={player} frames={frames} />);
  expect(screen.getByText("0/3 at 0 ms")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect(screen.getByRole("button", { name: "Pause" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.getByText("3/3 at 300 ms")).toBeDefined();
  fireEvent.keyDown(screen.getByRole("button", { name: "Play" }), { key: "ArrowLeft" });
  expect(screen.getByText("2/3 at 100 ms")).toBeDefined();
  act(() => player.seek(0));
  expect(screen.getByText("0/3 at 0 ms")).toBeDefined();
});
