import {
  createPlayer,
  MAX_PAUSE_MS,
  nameFrames,
  parseTrace,
  type ParsedTrace,
} from "@acp-store/devtools";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { AcpStoreProvider, useAgent, useSessionIds } from "@acp-store/react";
import {
  AgentPanel,
  getAgentTitle,
  Notice,
  PlayerBar,
  SessionOptions,
  SessionPicker,
} from "@acp-store/ui";
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useDevtoolsShortcut } from "../devtools/useDevtoolsShortcut.js";
import { LazyAcpDevtools } from "../onDemand.js";
import { readRecording } from "../pageClient.js";
import { useChosenTheme } from "../shell/theme.js";
import { ThemeToggle } from "../shell/ThemeToggle.js";
import { getErrorMessage } from "../ui/texts.js";

interface Recording {
  readonly trace: ParsedTrace;
  readonly file: string;
}

/** Shows a recording of an agent with the same parts as a live agent. */
export function ReplayView({ fleet }: { readonly fleet: RemoteFleet }): ReactElement | null {
  const [recording, setRecording] = useState<Recording>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isMounted = true;
    whenLive(fleet)
      .then(() => readRecording(fleet))
      .then(({ text, file }) => {
        if (isMounted) setRecording({ trace: parseTrace(text), file });
      })
      .catch((reason: unknown) => {
        if (isMounted) setError(getErrorMessage(reason));
      });
    return () => void (isMounted = false);
  }, [fleet]);
  if (error !== undefined)
    return (
      <main className="screen">
        <Notice title="Cannot show the recording" detail={error} />
      </main>
    );
  return recording === undefined ? null : <Replay {...recording} />;
}

/** Resolves when the page is connected. Rejects if the server does not admit it. */
function whenLive({ connection }: RemoteFleet): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const { status } = connection.getState();
      if (status === "live") resolve();
      else if (status === "not_admitted")
        reject(new Error("Open the address that the server has printed last."));
    };
    connection.subscribe(check);
    check();
  });
}

function Replay({ trace, file }: Recording): ReactElement {
  const { frames, end, problems } = trace;
  const player = useMemo(() => createPlayer(frames, end), [frames, end]);
  const { store, history } = useSyncExternalStore(player.subscribe, player.getState);
  useEffect(() => {
    player.play();
    return player.pause;
  }, [player]);
  const names = useMemo(() => nameFrames(frames), [frames]);
  const showsDevtools = useDevtoolsShortcut();
  const theme = useChosenTheme() ?? "system";
  const bar = (
    <PlayerBar player={player} frames={frames} names={names}>
      Pauses longer than {MAX_PAUSE_MS / 1000} s are shortened.
      {problems.length > 0 && ` Lines of the file that could not be read: ${problems.length}.`}
    </PlayerBar>
  );
  return (
    <AcpStoreProvider store={store}>
      {showsDevtools && <LazyAcpDevtools {...{ store, history, theme }} enabled initialOpen />}
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
  const title = useAgent(getAgentTitle);
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
          <header className="acp-app-header">
            <div className="acp-app-title">
              <h1 className="acp-app-name">{title ?? name}</h1>
              <p className="acp-app-source" title={file}>
                <span className="acp-app-path">
                  <bdi>{file}</bdi>
                </span>
              </p>
            </div>
            <div className="acp-app-options">
              <SessionPicker sessionId={sessionId} onChoose={setChosen} />
              <SessionOptions />
            </div>
            <div className="acp-app-controls">
              <ThemeToggle />
            </div>
          </header>
        }
      />
    </main>
  );
}
