import { type ReactNode, useState } from "react";
import { explainAt, type Explanation } from "../explain/explanation.js";
import { findProblems } from "../explain/findProblems.js";
import { explainPause } from "../explain/findTurnProblems.js";
import type { Problem } from "../explain/problem.js";
import { summarizeEntry } from "../explain/summarizeEntry.js";
import { formatCount, formatElapsed, formatTime, shortId } from "../model/format.js";
import { entryLabel, type Moment, momentAt } from "../model/source.js";
import { measureTurns, type Pause, type TurnTimes } from "../model/turnTimes.js";
import { LinkButton, ScrollTable } from "../ui/controls.js";
import { CopyButton } from "../ui/CopyButton.js";
import { EntryLink, ExplanationText } from "../ui/Explanation.js";
import { FileButton } from "../ui/FileButton.js";
import { type PanelContext, usePanel } from "../ui/panelContext.js";

/** The number of problems and turns that are shown at first. */
const MAX_SHOWN = 20;
/** The number of pauses that are listed. */
const MAX_PAUSES = 5;
const TONE_SIGNS = { bad: "!", warn: "?", accent: "·" } as const;

/** Says what is wrong in a log and where its time went, as of its end. */
export function SummaryView(): ReactNode {
  const panel = usePanel();
  const { source, snapshot, digest, conformance } = panel;
  const { history } = source;
  const index = snapshot.end - 1;
  if (snapshot.end === snapshot.first)
    return <p className="empty">No messages yet. You can also drop a log of messages here.</p>;
  const state = history.stateAt(index) ?? history.getState();
  const moment = momentAt(source, index);
  const turns = measureTurns(moment.tracks, source.digest, moment.at);
  const problems = findProblems({
    ...{ state, moment, digest, turns, conformance },
    stateAt: history.stateAt,
  });
  return (
    <div className="sections summary">
      <Verdict problems={problems} moment={moment} />
      <Problems problems={problems} />
      <Pauses turns={turns} moment={moment} />
      <Turns turns={turns} moment={moment} />
    </div>
  );
}

interface VerdictProps {
  readonly problems: readonly Problem[];
  readonly moment: Moment;
}

/** The result in one line, and the facts about the log. */
function Verdict({ problems, moment }: VerdictProps): ReactNode {
  const panel = usePanel();
  const [worst] = problems;
  return (
    <section className={`section ${worst?.tone ?? "good"}`} aria-label="Verdict">
      <h3 className="verdict">{verdictOf(problems, moment)}</h3>
      <p className="facts">
        {factsOf(panel, moment).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <FileButton
        className="button"
        label="Compare with a trace…"
        hint="Show what the agent of another trace does differently"
        inputLabel="Trace to compare with"
        onPick={panel.compareWithTrace}
      />
    </section>
  );
}

function verdictOf([worst, ...others]: readonly Problem[], { isEnd }: Moment): string {
  if (worst === undefined) return isEnd ? "No problems found" : "No problems so far";
  return others.length === 0 ? worst.title : `${worst.title}, and ${others.length} more`;
}

function factsOf(
  { source, digest, conformance, checkError }: PanelContext,
  moment: Moment,
): string[] {
  const { agent, protocolVersion } = source.history.getState();
  const agentName = [agent.info?.title ?? agent.info?.name, agent.info?.version];
  return [
    agentName.filter(Boolean).join(" "),
    `Protocol ${protocolVersion}`,
    formatCount(digest.sessions.length, "session"),
    `${moment.labelOf(moment.index)} is the last`,
    `${formatTime(moment.at - digest.startAt)} long`,
    checkError !== undefined
      ? `The check failed: ${checkError}`
      : conformance === undefined
        ? "Checking the messages…"
        : `${formatCount(conformance.report.counts.violation, "violation")} and ${formatCount(conformance.report.counts.warning, "warning")} of the protocol`,
  ].filter((fact) => fact !== "");
}

function Problems({ problems }: { readonly problems: readonly Problem[] }): ReactNode {
  const { source, openOnTimeline } = usePanel();
  const [shown, moreButton] = useShown(problems.length);
  /** Returns a problem with the message where it shows, as Markdown for an issue. */
  function toIssue(title: string, text: Explanation, entry: number): string {
    const sentence = text.map((part) => ("text" in part ? part.text : part.label)).join("");
    const msg = source.history.entry(entry)?.frame?.msg;
    const label = entryLabel(source, entry);
    const message =
      msg === undefined
        ? ""
        : `\n\n${label}:\n\n\`\`\`json\n${JSON.stringify(msg, undefined, 2)}\n\`\`\``;
    return `**${title}** ${sentence}${message}\n`;
  }
  if (problems.length === 0) return null;
  return (
    <section className="section" aria-label="Problems">
      <ul className="problem-list">
        {problems.slice(0, shown).map(({ tone, title, text, entry, track }, place) => (
          <li key={place} className={tone}>
            <span className="problem-sign" aria-hidden="true">
              {TONE_SIGNS[tone]}
            </span>
            <div>
              <strong>{title}</strong> <ExplanationText parts={text} />
              <p className="actions">
                {!hasLinkTo(text, entry) && <EntryLink entry={entry} />}
                {track !== undefined && (
                  <LinkButton onClick={() => openOnTimeline(track)}>
                    Show on the timeline
                  </LinkButton>
                )}
                <CopyButton
                  label="Copy the problem with its frame"
                  text={() => toIssue(title, text, entry)}
                />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {moreButton}
    </section>
  );
}

/** Returns how many items of a list to show, and a button that shows more while there are some. */
function useShown(count: number): [shown: number, moreButton: ReactNode] {
  const [shown, setShown] = useState(MAX_SHOWN);
  const moreButton = count > shown && (
    <LinkButton onClick={() => setShown(shown + MAX_SHOWN)}>
      Show {Math.min(MAX_SHOWN, count - shown)} more
    </LinkButton>
  );
  return [shown, moreButton];
}

function hasLinkTo(text: Explanation, entry: number): boolean {
  return text.some((part) => "entry" in part && part.entry === entry);
}

interface TurnsProps {
  readonly turns: readonly TurnTimes[];
  readonly moment: Moment;
}

/** The longest times without a message. */
function Pauses({ turns, moment }: TurnsProps): ReactNode {
  const explain = explainAt(moment);
  const pauses = turns
    .flatMap((turn) => turn.pauses.slice(0, MAX_PAUSES).map((pause) => ({ turn, pause })))
    .toSorted((left, right) => right.pause.ms - left.pause.ms)
    .slice(0, MAX_PAUSES);
  if (pauses.length === 0) return null;
  return (
    <section className="section" aria-label="Longest pauses">
      <h3>Longest pauses</h3>
      <ul className="found">
        {pauses.map(({ turn, pause }) => (
          <li key={`${turn.track.sessionId} ${pause.start.index}`}>
            <strong className="pause-time">{formatPause(pause)}</strong>{" "}
            <ExplanationText parts={explainPause(pause, explain)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatPause({ ms, end }: Pause): string {
  return end === undefined ? formatElapsed(ms) : formatTime(ms);
}

const TURN_COLUMNS = [
  "Prompt",
  "Total",
  "First reply",
  "User",
  "Longest pause",
  "Retries",
  "End",
] as const;

/** Where the time of each turn went, the newest turn first. */
function Turns({ turns, moment }: TurnsProps): ReactNode {
  const [shown, moreButton] = useShown(turns.length);
  if (turns.length === 0) return null;
  return (
    <section className="section" aria-label="Turns">
      <h3>Turns</h3>
      <ScrollTable label="Times of the turns" columns={TURN_COLUMNS} align="left">
        {turns
          .toReversed()
          .slice(0, shown)
          .map((turn) => (
            <TurnRow key={`${turn.track.sessionId} ${turn.track.id}`} turn={turn} moment={moment} />
          ))}
      </ScrollTable>
      {moreButton}
    </section>
  );
}

function TurnRow({
  turn,
  moment,
}: {
  readonly turn: TurnTimes;
  readonly moment: Moment;
}): ReactNode {
  const { source, openOnTimeline } = usePanel();
  const { track, ms, isOpen, firstReplyMs, userMs, pauses, retries } = turn;
  const entry = source.history.entry(track.first.index);
  const prompt = entry === undefined ? "" : summarizeEntry(entry, moment.tracks);
  const format = isOpen && moment.isPresent ? formatElapsed : formatTime;
  const [longest] = pauses;
  const status = track.stopReason ?? track.statuses.at(-1)?.status ?? "";
  return (
    <tr>
      <th scope="row">
        <LinkButton onClick={() => openOnTimeline(track)}>
          {prompt === "" ? `Turn of ${shortId(track.sessionId)}` : prompt}
        </LinkButton>
      </th>
      <td>{format(ms)}</td>
      <td>{firstReplyMs === undefined ? "none" : formatTime(firstReplyMs)}</td>
      <td>{userMs === 0 ? "–" : format(userMs)}</td>
      <td>{longest === undefined ? "–" : formatPause(longest)}</td>
      <td>{retries.length === 0 ? "–" : retries.length.toLocaleString("en")}</td>
      <td>{isOpen && moment.isEnd ? "never ended" : status}</td>
    </tr>
  );
}
