import type { Frame } from "@acp-store/core";
import { MAX_PAUSE_MS, type Player } from "@acp-store/devtools";
import { Icon } from "@acp-store/ui";
import { type ReactElement, useId, useMemo, useSyncExternalStore } from "react";
import { formatTime } from "../describeFrame.js";
import { stepBy, togglePlaying } from "./usePlayerKeys.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 20, Number.POSITIVE_INFINITY];

/** The frames that are marked on the track. */
const MARKS: Readonly<Record<string, string>> = {
  "session/prompt": "prompt",
  "session/request_permission": "permission",
};

interface PlayerBarProps {
  readonly player: Player;
  readonly frames: readonly Frame[];
  /** The name of each frame. */
  readonly names: readonly string[];
}

/** The controls of the player. */
export function PlayerBar({ player, frames, names }: PlayerBarProps): ReactElement {
  const { position, isPlaying, speed } = useSyncExternalStore(player.subscribe, player.getState);
  const speedId = useId();
  const end = frames.length;
  const start = frames[0]?.t ?? 0;
  const timeAt = (index: number): string => formatTime((frames[index]?.t ?? start) - start);
  return (
    <section className="player-bar" aria-label="Player">
      <div className="player-track">
        <Marks names={names} />
        <input
          type="range"
          min={0}
          max={end}
          value={position}
          style={{ "--done": `${(position / Math.max(end, 1)) * 100}%` }}
          aria-label="Position"
          aria-valuetext={`Frame ${position} of ${end}: ${names[position - 1] ?? "start"}`}
          onChange={({ target }) => player.seek(Number(target.value))}
        />
      </div>
      <div className="player-controls">
        <button
          type="button"
          className="acp-icon-button"
          aria-label="Go to the start"
          title="Go to the start (Home)"
          onClick={() => stepBy(player, Number.NEGATIVE_INFINITY)}
        >
          <Icon name="restart" />
        </button>
        <button
          type="button"
          className="acp-icon-button player-back"
          aria-label="Previous frame"
          title="Previous frame (Left arrow)"
          disabled={position === 0}
          onClick={() => stepBy(player, -1)}
        >
          <Icon name="step" />
        </button>
        <button
          type="button"
          className="player-play"
          aria-label={isPlaying ? "Pause" : "Play"}
          title={isPlaying ? "Pause (Space)" : "Play (Space)"}
          onClick={() => togglePlaying(player)}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <button
          type="button"
          className="acp-icon-button"
          aria-label="Next frame"
          title="Next frame (Right arrow)"
          disabled={position === end}
          onClick={() => stepBy(player, 1)}
        >
          <Icon name="step" />
        </button>
        <p className="player-position">
          <span>Frame </span>
          {position} of {end}
        </p>
        <p className="player-time" title={`Pauses over ${MAX_PAUSE_MS / 1000} s are shortened`}>
          {timeAt(Math.max(position - 1, 0))} <span>of {timeAt(end - 1)}</span>
        </p>
        <p className="player-frame">{names[position - 1]}</p>
        <div className="source-recording player-speed">
          <label htmlFor={speedId}>Speed</label>
          <select
            id={speedId}
            value={speed}
            title="Max plays as fast as possible"
            onChange={({ target }) => player.setSpeed(Number(target.value))}
          >
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {Number.isFinite(choice) ? `${choice}×` : "Max"}
              </option>
            ))}
          </select>
        </div>
      </div>
    </section>
  );
}

/** Marks the prompts and the permission requests on the track. */
function Marks({ names }: { readonly names: readonly string[] }): ReactElement {
  return useMemo(
    () => (
      <div className="player-marks" aria-hidden="true">
        {names.map((name, index) => {
          const mark = MARKS[name];
          if (mark === undefined) return null;
          const left = `${((index + 1) / names.length) * 100}%`;
          return <i key={index} className={`player-mark-${mark}`} style={{ left }} />;
        })}
      </div>
    ),
    [names],
  );
}
