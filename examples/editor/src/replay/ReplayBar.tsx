import { MAX_PAUSE_MS, nameFrames, type ParsedTrace, type Player } from "@acp-store/devtools";
import { type ReactElement, useId, useMemo, useSyncExternalStore } from "react";
import { Icon, pluralize } from "@acp-store/ui";
import "./replay.css";

const PLAYBACK_SPEEDS = [0.5, 1, 2, 4, Number.POSITIVE_INFINITY];

interface ReplayBarProps {
  readonly player: Player;
  readonly recording: ParsedTrace;
}

/** The playback controls of a recording, shown in place of the composer. */
export function ReplayBar({ player, recording }: ReplayBarProps): ReactElement {
  const { position, isPlaying, speed } = useSyncExternalStore(player.subscribe, player.getState);
  const { frames, problems } = recording;
  const names = useMemo(() => nameFrames(frames), [frames]);
  const frame = frames[position - 1];
  return (
    <section className="replay" aria-label="Recording">
      <input
        className="replay-track"
        type="range"
        min={0}
        max={frames.length}
        value={position}
        style={{ "--done": `${(position / Math.max(frames.length, 1)) * 100}%` }}
        aria-label="Position"
        aria-valuetext={`Frame ${position} of ${frames.length}`}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <div className="replay-row">
        <button
          type="button"
          className="acp-icon-button"
          aria-label="Restart"
          title="Restart"
          onClick={() => player.seek(0)}
        >
          <Icon name="restart" />
        </button>
        <button
          type="button"
          className="replay-play"
          aria-label={isPlaying ? "Pause" : "Play"}
          title={isPlaying ? "Pause" : "Play"}
          onClick={isPlaying ? player.pause : player.play}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <button
          type="button"
          className="acp-icon-button"
          aria-label="Next frame"
          title="Next frame"
          disabled={position >= frames.length}
          onClick={() => {
            player.pause();
            player.seek(position + 1);
          }}
        >
          <Icon name="step" />
        </button>
        <span className="replay-position">
          Frame {position} of {frames.length}
        </span>
        <span className="replay-frame">
          {frame !== undefined && `${frame.dir === "recv" ? "←" : "→"} ${names[position - 1]}`}
        </span>
        <SpeedPicker speed={speed} onChoose={player.setSpeed} />
      </div>
      <p className="fine-print">
        Pauses longer than {MAX_PAUSE_MS / 1000} s are shortened.
        {problems.length > 0 &&
          ` ${pluralize(problems.length, "line")} of the file could not be read.`}
      </p>
    </section>
  );
}

function SpeedPicker(props: { speed: number; onChoose: (speed: number) => void }): ReactElement {
  const labelId = useId();
  return (
    <div className="speed-picker" role="radiogroup" aria-labelledby={labelId}>
      <span id={labelId} className="acp-control-label">
        Speed
      </span>
      <span className="speeds">
        {PLAYBACK_SPEEDS.map((speed) => (
          <label key={speed} className="speed">
            <input
              type="radio"
              name="speed"
              className="acp-sr-only"
              checked={speed === props.speed}
              onChange={() => props.onChoose(speed)}
            />
            <span>{Number.isFinite(speed) ? `${speed}×` : "Max"}</span>
          </label>
        ))}
      </span>
    </div>
  );
}
