import { Notice } from "@acp-store/ui";
import { type ParsedTrace, parseTrace } from "@acp-store/devtools";
import { type DragEvent, type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { SiteHeader } from "../shell/SiteHeader.js";
import { parseAddress } from "./address.js";
import { PlayedSession } from "./PlayedSession.js";
import { RECORDINGS, type Recording } from "./recordings.js";
import { SourceBar } from "./SourceBar.js";
import { type PlayedTrace, readTraceFile, toPlayedTrace } from "./trace.js";
import "./playground.css";

/** A message about what the user wanted to open. */
interface Failure {
  readonly title: string;
  readonly detail: string;
}

async function fetchRecording(recording: Recording, start?: number): Promise<PlayedTrace> {
  const response = await fetch(recording.url);
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  const trace = parseTrace(await response.text());
  return { ...trace, name: recording.title, recordingId: recording.id, start };
}

const toMessage = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

/** Plays recorded sessions of agents, and traces of the user, through a store. */
export function Playground(): ReactElement {
  const [trace, setTrace] = useState<PlayedTrace>();
  const [failure, setFailure] = useState<Failure>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  // Something that is opened later may be loaded earlier, and is not replaced then.
  const requests = useRef(0);
  const shownRequest = useRef(0);

  const open = useCallback(async (name: string, load: Promise<PlayedTrace>): Promise<boolean> => {
    const request = ++requests.current;
    try {
      const loaded = await load;
      if (request < shownRequest.current) return false;
      shownRequest.current = request;
      setTrace(loaded);
      return true;
    } catch (reason) {
      if (request > shownRequest.current)
        setFailure({ title: `“${name}” cannot be played`, detail: toMessage(reason) });
      return false;
    }
  }, []);
  const openRecording = useCallback(
    (recording: Recording, start?: number) =>
      open(recording.title, fetchRecording(recording, start)),
    [open],
  );
  async function openTrace(
    name: string,
    parsed: ParsedTrace | Promise<ParsedTrace>,
  ): Promise<void> {
    const load = async (): Promise<PlayedTrace> => toPlayedTrace(name, await parsed);
    if (await open(name, load())) setFailure(undefined);
  }
  const openFile = (file: File): void => void openTrace(file.name, readTraceFile(file));

  useEffect(() => {
    const openAddress = (): void => {
      const { recording: id, frame } = parseAddress(location.hash);
      const recording = RECORDINGS.find((known) => known.id === id) ?? RECORDINGS[0];
      setFailure(
        id === undefined || recording?.id === id
          ? undefined
          : {
              title: `There is no recording “${id}”`,
              detail: "The address may be from another version of the page.",
            },
      );
      if (recording !== undefined) void openRecording(recording, frame);
    };
    openAddress();
    addEventListener("hashchange", openAddress);
    return () => removeEventListener("hashchange", openAddress);
  }, [openRecording]);

  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    // The devtools accept files, too.
    event.stopPropagation();
    setIsDraggedOver(true);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    setIsDraggedOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) openFile(file);
  }

  return (
    <div
      className="playground"
      onDragOverCapture={onDragOver}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) setIsDraggedOver(false);
      }}
      onDropCapture={onDrop}
    >
      <SiteHeader current="Playground" />
      <SourceBar
        trace={trace}
        onRecording={(recording) => {
          setFailure(undefined);
          void openRecording(recording);
        }}
        onFile={openFile}
      />
      {failure !== undefined && (
        <div className="playground-failure">
          <Notice title={failure.title} detail={failure.detail}>
            <button type="button" className="acp-button" onClick={() => setFailure(undefined)}>
              Dismiss
            </button>
          </Notice>
        </div>
      )}
      {trace === undefined ? (
        <main className="playground-main" />
      ) : (
        <PlayedSession trace={trace} onTrace={(opened) => void openTrace(opened.name, opened)} />
      )}
      {isDraggedOver && (
        <p className="drop-hint">Drop a trace to play it. It stays on this page.</p>
      )}
    </div>
  );
}
