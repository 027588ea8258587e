import type { Frame } from "@acp-store/core";
import { type ReactElement, type ReactNode, useMemo } from "react";
import { Icon } from "../controls/Icon.js";
import { type Format, useFormat } from "../format/format.js";
import { LabeledSelect } from "../options/LabeledSelect.js";
import { playerTexts } from "../texts/playerTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { type FramePlayer, usePlayerBar } from "./usePlayerBar.js";

/** The props of {@link PlayerBar}. */
export interface PlayerBarProps {
  /** The player to control, such as one of `createPlayer` of `@acp-store/devtools`. */
  readonly player: FramePlayer;
  /** The frames that it plays. */
  readonly frames: readonly Frame[];
  /** The name of each frame, such as those of `nameFrames` of `@acp-store/devtools`. */
  readonly names: readonly string[];
  /** A note about the recording, shown below the controls. */
  readonly children?: ReactNode;
}

const SPEEDS = [0.5, 1, 2, 5, 10, 20, Number.POSITIVE_INFINITY];

/** The frames that are marked on the track, by name. */
const MARKS: Readonly<Record<string, string>> = {
  "session/prompt": "prompt",
  "session/request_permission": "permission",
};

/**
 * The controls of a player that plays a recording: play and pause, steps, the speed, and a track with
 * marks for prompts and permission requests.
 *
 * @example
 * ```tsx
 * function Controls({ frames }: { frames: readonly Frame[] }) {
 *   const player = useMemo(() => createPlayer(frames), [frames]);
 *   return <PlayerBar player={player} frames={frames} names={nameFrames(frames)} />;
 * }
 * ```
 */
export function PlayerBar({ player, frames, names, children }: PlayerBarProps): ReactElement {
  const state = usePlayerBar({ player, frames });
  const { bar, position, count, isPlaying, time, duration, togglePlaying, stepBy } = state;
  const texts = useTexts("player", playerTexts);
  const format = useFormat();
  const name = names[position - 1];
  const formatTime = (ms: number): string => formatPlayerTime(ms, duration, format);
  return (
    <section ref={bar} className="acp-ui acp-player" aria-label={texts.label}>
      <div className="acp-player-track">
        <div className="acp-player-rail">
          <div style={{ inlineSize: `${(position / Math.max(count, 1)) * 100}%` }} />
        </div>
        <TrackMarks names={names} />
        <input
          type="range"
          className="acp-player-slider"
          min={0}
          max={count}
          value={position}
          aria-label={texts.track}
          aria-valuetext={texts.trackValue(position, count, name)}
          onChange={({ target }) => player.seek(Number(target.value))}
        />
      </div>
      <div className="acp-player-controls">
        <div className="acp-player-buttons">
          <StepButton
            icon="restart"
            label={texts.toStart}
            hint={texts.toStartHint}
            isDisabled={position === 0}
            onClick={() => stepBy(-count)}
          />
          <StepButton
            icon="step"
            className="acp-player-back"
            label={texts.previous}
            hint={texts.previousHint}
            isDisabled={position === 0}
            onClick={() => stepBy(-1)}
          />
          <button
            type="button"
            className="acp-player-play"
            aria-label={isPlaying ? texts.pause : texts.play}
            title={isPlaying ? texts.pauseHint : texts.playHint}
            onClick={togglePlaying}
          >
            <Icon name={isPlaying ? "pause" : "play"} />
          </button>
          <StepButton
            icon="step"
            label={texts.next}
            hint={texts.nextHint}
            isDisabled={position === count}
            onClick={() => stepBy(1)}
          />
        </div>
        <p className="acp-player-position">{texts.position(position, count)}</p>
        <p className="acp-player-position-short">{texts.shortPosition(position, count)}</p>
        {duration > 0 && (
          <p className="acp-player-time">{texts.time(formatTime(time), formatTime(duration))}</p>
        )}
        <p className="acp-player-frame acp-mono">
          {name !== undefined && <Direction dir={frames[position - 1]?.dir} texts={texts} />}
          {name}
        </p>
        {children !== undefined && <p className="acp-player-note">{children}</p>}
        <SpeedSelect player={player} speed={state.speed} texts={texts} format={format} />
      </div>
    </section>
  );
}

interface StepButtonProps {
  readonly icon: "restart" | "step";
  readonly className?: string;
  readonly label: string;
  /** Shown as a tooltip, with the key. */
  readonly hint: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** A disabled button keeps the focus, so that the keys still work. */
function StepButton({ icon, className = "", label, hint, isDisabled, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className={`acp-icon-button ${className}`}
      aria-label={label}
      aria-disabled={isDisabled}
      title={hint}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface DirectionProps {
  readonly dir: Frame["dir"] | undefined;
  readonly texts: UiTexts["player"];
}

/** A line of stderr has no sign, because its name is `stderr`. */
function Direction({ dir, texts }: DirectionProps): ReactElement | null {
  if (dir === "stderr") return null;
  const isReceived = dir === "recv";
  return (
    <>
      <span aria-hidden="true">{isReceived ? "← " : "→ "}</span>
      <span className="acp-sr-only">{isReceived ? texts.received : texts.sent}: </span>
    </>
  );
}

interface SpeedSelectProps {
  readonly player: FramePlayer;
  readonly speed: number;
  readonly texts: UiTexts["player"];
  readonly format: Format;
}

function SpeedSelect({ player, speed, texts, format }: SpeedSelectProps): ReactElement {
  const choices = SPEEDS.map((value) => ({
    value: String(value),
    name: Number.isFinite(value)
      ? texts.speedFactor(value.toLocaleString(format.locale))
      : texts.maxSpeed,
  }));
  return (
    <LabeledSelect
      label={texts.speed}
      title={texts.speedHint}
      value={String(speed)}
      groups={[{ choices }]}
      onChoose={(value) => player.setSpeed(Number(value))}
    />
  );
}

/** Marks the prompts and the permission requests on the track. */
function TrackMarks({ names }: { readonly names: readonly string[] }): ReactElement {
  return useMemo(
    () => (
      <div className="acp-player-marks" aria-hidden="true">
        {names.map((name, index) => {
          const kind = MARKS[name];
          if (kind === undefined) return null;
          const style = { insetInlineStart: `${((index + 1) / names.length) * 100}%` };
          return <i key={index} data-kind={kind} style={style} />;
        })}
      </div>
    ),
    [names],
  );
}

/** Formats a time in ms: with tenths of a second in a short recording, otherwise as 1:05 or 1:02:05. */
function formatPlayerTime(ms: number, duration: number, { texts, locale }: Format): string {
  const seconds = ms / 1000;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  if (duration < 60_000) return texts.seconds(seconds.toLocaleString(locale, digits));
  const total = Math.floor(seconds);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const padded = [minutes, total % 60].map((value) => String(value).padStart(2, "0")).join(":");
  return hours > 0 ? `${hours}:${padded}` : padded.replace(/^0/, "");
}
