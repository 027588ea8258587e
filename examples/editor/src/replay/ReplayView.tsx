import {
  createPlayer,
  MAX_PAUSE_MS,
  nameFrames,
  parseTrace,
  type ParsedTrace,
} from "@acp-store/devtools";
import { AcpStoreProvider, useSessionIds } from "@acp-store/react";
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { fetchOk, type ReplayConfig } from "../config/config.js";
import { AgentPanel, Notice, PlayerBar, SessionOptions, SessionPicker } from "@acp-store/ui";
import { DevtoolsToggle } from "../devtools/DevtoolsToggle.js";
import { Header } from "../shell/Header.js";
import { Screen } from "../shell/Screen.js";
import { getErrorMessage, pluralize } from "../ui/texts.js";

/** Shows a recording of an agent with the same components as a live agent. */
export function ReplayView({ config }: { config: ReplayConfig }): ReactElement | null {
  const [recording, setRecording] = useState<ParsedTrace>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    fetchOk("/api/recording", stop.signal)
      .then(async (response) => setRecording(parseTrace(await response.text())))
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setError(getErrorMessage(reason));
      });
    return () => stop.abort();
  }, []);
  if (error !== undefined) {
    return (
      <Screen>
        <Notice title="Cannot show the recording" detail={error} />
      </Screen>
    );
  }
  return recording === undefined ? null : <Replay recording={recording} file={config.file} />;
}

interface ReplayProps {
  readonly recording: ParsedTrace;
  readonly file: string;
}

function Replay({ recording, file }: ReplayProps): ReactElement {
  const player = useMemo(() => createPlayer(recording.frames, recording.end), [recording]);
  const { store, history } = useSyncExternalStore(player.subscribe, player.getState);
  useEffect(() => {
    player.play();
    return player.pause;
  }, [player]);
  const names = useMemo(() => nameFrames(recording.frames), [recording]);
  const invalidLines = recording.problems.length;
  const bar = (
    <PlayerBar player={player} frames={recording.frames} names={names}>
      Pauses longer than {MAX_PAUSE_MS / 1000} s are shortened.
      {invalidLines > 0 && ` ${pluralize(invalidLines, "line")} of the file could not be read.`}
    </PlayerBar>
  );
  return (
    <AcpStoreProvider store={store}>
      <DevtoolsToggle source={{ store, history }} />
      <ReplayPanel file={file} bar={bar} />
    </AcpStoreProvider>
  );
}

interface ReplayPanelProps {
  readonly file: string;
  readonly bar: ReactElement;
}

function ReplayPanel({ file, bar }: ReplayPanelProps): ReactElement {
  const sessionIds = useSessionIds();
  const [chosen, setChosen] = useState<string>();
  const name = file.split(/[\\/]/).at(-1) ?? file;
  // The empty id shows an empty session until the recording has created one.
  const sessionId = sessionIds.find((id) => id === chosen) ?? sessionIds[0] ?? "";
  return (
    <main className="page">
      <AgentPanel
        sessionId={sessionId}
        isRecording
        footer={bar}
        header={
          <Header phase="recording" fallbackTitle={name} source={{ icon: "file", text: file }}>
            <SessionPicker sessionId={sessionId} onChoose={setChosen} />
            <SessionOptions />
          </Header>
        }
      />
    </main>
  );
}
