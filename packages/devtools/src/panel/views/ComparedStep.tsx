import { type ReactNode, useState } from "react";
import type { Change, Side, StepPair } from "../compare/compareTraces.js";
import { SIDE_NAMES } from "../compare/describeComparison.js";
import type { Step, StepKind } from "../compare/steps.js";
import { capitalize, formatTime } from "../model/format.js";
import { entryLabel, type PanelSource } from "../model/source.js";
import { LinkButton } from "../ui/controls.js";
import { EntryLink } from "../ui/Explanation.js";
import { JsonTree } from "../ui/JsonTree.js";
import { usePanel } from "../ui/panelContext.js";
import { FrameDifference } from "./FrameDifference.js";

const KIND_LABELS: Readonly<Record<StepKind, string>> = {
  prompt: "User",
  message: "Message",
  thought: "Thought",
  plan: "Plan",
  call: "Call",
  permission: "Permission",
  input: "Input",
  mode: "Mode",
  compaction: "Compaction",
  subagent: "Subagent",
  end: "End",
};

const STEP_SIGNS = { same: "=", changed: "≠", left: "−", right: "+" } as const;
const SPOKEN_STATUSES = {
  same: "The same: ",
  changed: "Changed: ",
  left: `Only in ${SIDE_NAMES.left}: `,
  right: `Only in ${SIDE_NAMES.right}: `,
} as const;

/** The message that is shown below a step: one of the other trace, or the difference of the first ones. */
type Shown = { readonly kind: "message"; readonly index: number } | { readonly kind: "difference" };

interface ComparedStepProps {
  readonly pair: StepPair;
  /** The trace on the right side. */
  readonly other: PanelSource;
}

/** A step of both logs, side by side, with what differs. */
export function ComparedStep({ pair, other }: ComparedStepProps): ReactNode {
  const { left, right, status, changes, slower } = pair;
  const [shown, setShown] = useState<Shown>();

  function toggleMessage(index: number): void {
    const isShown = shown?.kind === "message" && shown.index === index;
    setShown(isShown ? undefined : { kind: "message", index });
  }

  return (
    <li className={`compared-step ${status}`}>
      <span className="step-sign" aria-hidden="true">
        {STEP_SIGNS[status]}
      </span>
      <span className="sr-only">{SPOKEN_STATUSES[status]}</span>
      <StepCell step={left} side="left" isSlower={slower === "left"}>
        {(index) => <EntryLink entry={index} />}
      </StepCell>
      <StepCell step={right} side="right" isSlower={slower === "right"}>
        {(index) => (
          <LinkButton onClick={() => toggleMessage(index)}>
            {entryLabel(other, index)} <span className="sr-only">of {SIDE_NAMES.right}</span>
          </LinkButton>
        )}
      </StepCell>
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map((change) => (
            <ChangeItem key={change.name} change={change} />
          ))}
          <li>
            <LinkButton
              onClick={() =>
                setShown(shown?.kind === "difference" ? undefined : { kind: "difference" })
              }
            >
              {shown?.kind === "difference" ? "Hide the messages" : "Compare the first messages"}
            </LinkButton>
          </li>
        </ul>
      )}
      {shown !== undefined && <ShownMessage shown={shown} pair={pair} other={other} />}
    </li>
  );
}

interface StepCellProps {
  readonly step: Step | undefined;
  readonly side: Side;
  readonly isSlower: boolean;
  /** Renders the link to a frame. */
  readonly children: (index: number) => ReactNode;
}

function StepCell({ step, side, isSlower, children }: StepCellProps): ReactNode {
  if (step === undefined)
    return <p className={`step-cell ${side} absent`}>not in {SIDE_NAMES[side]}</p>;
  const { kind, label, outcome, ms, first, requests, isInSubagent } = step;
  return (
    <div className={`step-cell ${side}`}>
      <p>
        <span className={`side ${side}`}>{SIDE_NAMES[side]}</span>
        <span className="badge">{KIND_LABELS[kind]}</span>
        {isInSubagent && <span className="badge">subagent</span>}
        {label !== "" && (
          <span className={kind === "call" ? "step-label call" : "step-label"}>{label}</span>
        )}
      </p>
      <p className="step-facts">
        {outcome !== undefined && <span>{outcome}</span>}
        {ms !== undefined && ms > 0 && (
          <span>
            {formatTime(ms)}
            {isSlower && <span className="badge warn">slower</span>}
          </span>
        )}
        {children(first.index)}
      </p>
      {requests.map(({ text, position }) => (
        <p key={position.index} className="step-facts step-request">
          <span>Asked: {text}</span>
          {children(position.index)}
        </p>
      ))}
    </div>
  );
}

function ChangeItem({ change: { name, left, right } }: { readonly change: Change }): ReactNode {
  if (left === undefined || right === undefined) return <li>{capitalize(name)} differs</li>;
  if (name === "fields")
    return (
      <>
        {left !== "" && (
          <li>
            Only in {SIDE_NAMES.left}: <code>{left}</code>
          </li>
        )}
        {right !== "" && (
          <li>
            Only in {SIDE_NAMES.right}: <code>{right}</code>
          </li>
        )}
      </>
    );
  return (
    <li>
      {capitalize(name)}: <code>{left === "" ? "none" : left}</code>{" "}
      <span aria-hidden="true">→</span>
      <span className="sr-only">became</span> <code>{right === "" ? "none" : right}</code>
    </li>
  );
}

interface ShownMessageProps extends ComparedStepProps {
  readonly shown: Shown;
}

function ShownMessage({ shown, pair, other }: ShownMessageProps): ReactNode {
  const { source, setBaseFrame, filterLog } = usePanel();
  if (shown.kind === "message")
    return (
      <div className="step-message">
        <JsonTree
          label={`${entryLabel(other, shown.index)} of ${SIDE_NAMES.right}`}
          value={messageAt(other, shown.index)}
          depth={4}
        />
        <LinkButton
          onClick={() => {
            setBaseFrame({ source: other, index: shown.index });
            filterLog({});
          }}
        >
          Compare with a frame of the log
        </LinkButton>
      </div>
    );
  if (pair.left === undefined || pair.right === undefined) return null;
  const left = pair.left.first.index;
  const right = pair.right.first.index;
  return (
    <div className="step-message">
      <FrameDifference
        left={{
          label: `${entryLabel(source, left)} of ${SIDE_NAMES.left}`,
          msg: messageAt(source, left),
        }}
        right={{
          label: `${entryLabel(other, right)} of ${SIDE_NAMES.right}`,
          msg: messageAt(other, right),
        }}
      />
    </div>
  );
}

function messageAt({ history }: PanelSource, index: number): unknown {
  return history.entry(index)?.frame?.msg;
}
