import { createPlayer, MAX_PAUSE_MS, nameFrames, type Player } from "@acp-store/devtools";
import type { OpenedTrace } from "@acp-store/devtools/panel";
import { AcpStoreProvider } from "@acp-store/react";
import { Icon, PlayerBar, Tabs, useMediaQuery } from "@acp-store/ui";
import {
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useTheme } from "../shell/theme.js";
import { formatAddress } from "./address.js";
import { FrameList } from "./frames/FrameList.js";
import { PlayedPanel } from "./PlayedPanel.js";
import type { PlayedTrace } from "./trace.js";
import { VIEWS, type View } from "./views.js";

const AcpDevtools = lazy(async () => ({
  default: (await import("@acp-store/devtools/panel")).AcpDevtools,
}));

const ReviewedPanel = lazy(async () => ({
  default: (await import("./ReviewedPanel.js")).ReviewedPanel,
}));

/** On a narrow screen, the views are tabs. */
const NARROW = "(max-width: 900px)";
/** Browsers limit how often a page may change its address. */
const ADDRESS_INTERVAL_MS = 500;

interface PlayedSessionProps {
  readonly trace: PlayedTrace;
  /** Called with a trace that the user has opened in the devtools. */
  readonly onTrace: (opened: OpenedTrace) => void;
}

/** Plays one trace, with the panel, the devtools and the raw frames. */
export function PlayedSession({ trace, onTrace }: PlayedSessionProps): ReactElement {
  const player = useMemo(() => createPlayer(trace.frames, trace.end), [trace]);
  const names = useMemo(() => nameFrames(trace.frames), [trace]);
  const { store, history, position } = useSyncExternalStore(player.subscribe, player.getState);
  const [view, setView] = useState<View>("panel");
  const [viewedTrace, setViewedTrace] = useState<PlayedTrace>();
  if (viewedTrace !== trace) {
    setViewedTrace(trace);
    // Users open their own traces to see what is wrong.
    if (trace.recordingId === undefined) setView("devtools");
  }
  const [reviewed, setReviewed] = useState<PlayedTrace>();
  const theme = useTheme();
  const isNarrow = useMediaQuery(NARROW);
  useEffect(() => {
    // The devtools say what happened in the whole trace, so the conversation is shown to its end, too.
    player.seek(trace.start ?? trace.frames.length);
    return player.pause;
  }, [player, trace]);
  useAddress(player, trace.recordingId);

  const sectionProps = (own: View) =>
    isNarrow
      ? { role: "tabpanel", id: `view-${own}`, "aria-label": VIEWS[own], hidden: own !== view }
      : { id: `view-${own}`, "aria-label": VIEWS[own] };
  return (
    <AcpStoreProvider store={store}>
      {trace.problems.length > 0 && <Problems key={trace.name} trace={trace} />}
      {isNarrow && (
        <Tabs
          label="View"
          tabs={VIEWS}
          selected={view}
          getPanelId={(own) => `view-${own}`}
          onSelect={setView}
        />
      )}
      <main className="playground-main">
        <div
          className="view-panel"
          {...(isNarrow && { role: "tabpanel", id: "view-panel", hidden: view !== "panel" })}
        >
          {reviewed === trace ? (
            <Suspense fallback={<p className="view-loading">Loading the review…</p>}>
              <ReviewedPanel frames={trace.frames} onClose={() => setReviewed(undefined)} />
            </Suspense>
          ) : (
            <PlayedPanel onReview={() => setReviewed(trace)} />
          )}
        </div>
        <section className="view-devtools" {...sectionProps("devtools")}>
          <h2 className="acp-sr-only">{VIEWS.devtools}</h2>
          <Suspense fallback={<p className="view-loading">Loading the devtools…</p>}>
            <AcpDevtools
              key={trace.name}
              history={history}
              name={trace.name}
              position="inline"
              theme={theme}
              enabled
              onTraceChange={(opened) => {
                if (opened === undefined) return;
                // All views play it.
                opened.close();
                onTrace(opened);
              }}
            />
          </Suspense>
        </section>
        <section className="view-frames" {...sectionProps("frames")}>
          <FrameList
            key={trace.recordingId ?? trace.name}
            frames={trace.frames}
            names={names}
            position={position}
            isShown={!isNarrow || view === "frames"}
            onSeek={(target) => {
              player.pause();
              player.seek(target);
            }}
          />
        </section>
      </main>
      <PlayerBar player={player} frames={trace.frames} names={names}>
        Pauses longer than {MAX_PAUSE_MS / 1000} s are shortened.
      </PlayerBar>
    </AcpStoreProvider>
  );
}

/** Writes the recording and the position into the address of the page. */
function useAddress(player: Player, recording: string | undefined): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const write = (): void => {
      timer.current = undefined;
      const frame = player.getState().position;
      const hash = formatAddress(recording === undefined ? {} : { recording, frame });
      // A file of the user cannot be shared by its address.
      history.replaceState(null, "", hash === "#" ? location.pathname : hash);
    };
    const schedule = (): void => {
      timer.current ??= setTimeout(write, ADDRESS_INTERVAL_MS);
    };
    const stop = player.subscribe(schedule);
    schedule();
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [player, recording]);
}

/** Lists the lines of a file that are not frames. */
function Problems({ trace }: { readonly trace: PlayedTrace }): ReactElement | null {
  const [isShown, setIsShown] = useState(true);
  const { problems } = trace;
  if (!isShown) return null;
  return (
    <section className="trace-problems" aria-label="Problems of the trace">
      <details>
        <summary>
          <Icon name="alert" />
          {problems.length === 1 ? "1 line" : `${problems.length.toLocaleString("en")} lines`} of “
          {trace.name}” could not be read completely
          <Icon name="chevron" className="acp-disclosure-icon" />
        </summary>
        <ul>
          {problems.slice(0, 100).map(({ line, message, text }) => (
            <li key={line}>
              Line {line}: {message} <code>{text}</code>
            </li>
          ))}
        </ul>
      </details>
      <button
        type="button"
        className="acp-icon-button"
        aria-label="Dismiss"
        onClick={() => setIsShown(false)}
      >
        <Icon name="cross" />
      </button>
    </section>
  );
}
