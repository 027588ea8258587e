import { Icon } from "@acp-store/ui";
import { type ReactElement, useId, useRef } from "react";
import { RECORDINGS, type Recording } from "./recordings.js";
import type { PlayedTrace } from "./trace.js";
import "./sourceBar.css";

const AGENTS = [...new Set(RECORDINGS.map(({ agent }) => agent))];
const OWN_TRACE = "";

interface SourceBarProps {
  readonly trace: PlayedTrace | undefined;
  readonly onRecording: (recording: Recording) => void;
  readonly onFile: (file: File) => void;
}

/** Chooses what the page plays. */
export function SourceBar({ trace, onRecording, onFile }: SourceBarProps): ReactElement {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className="source-bar" aria-label="Trace">
      <h1 className="source-title">Playground</h1>
      <div className="source-recording">
        <label htmlFor={id}>Recording</label>
        <select
          id={id}
          value={trace?.recordingId ?? OWN_TRACE}
          onChange={({ target }) => {
            const recording = RECORDINGS.find((known) => known.id === target.value);
            if (recording !== undefined) onRecording(recording);
          }}
        >
          {trace?.recordingId === undefined && <option value={OWN_TRACE}>{trace?.name}</option>}
          {AGENTS.map((agent) => (
            <optgroup key={agent} label={agent}>
              {RECORDINGS.filter((recording) => recording.agent === agent).map((recording) => (
                <option key={recording.id} value={recording.id}>
                  {recording.agent}: {recording.title} (v{recording.version})
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <button type="button" className="acp-button" onClick={() => input.current?.click()}>
        <Icon name="folder" />
        Open your trace…
      </button>
      <input
        ref={input}
        type="file"
        className="acp-sr-only"
        accept=".jsonl,.jsons,.ndjson,.log,.txt,.json"
        aria-label="Trace file"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // Choosing the same file again is a change too.
          target.value = "";
        }}
      />
      <p className="source-privacy">
        <Icon name="shield" />
        <span>
          It stays on this page
          <span className="source-reason">
            : its content security policy allows no other server
          </span>
        </span>
      </p>
    </section>
  );
}
