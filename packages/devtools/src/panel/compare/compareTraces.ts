import type { PanelSource } from "../model/source.js";
import { alignLists, type KeyOf, leaveAlone, type Pair } from "./align.js";
import { parentPaths } from "./fieldPaths.js";
import {
  compareFeatures,
  type FeatureDifferences,
  type Features,
  findFeatures,
} from "./findFeatures.js";
import { listSteps, type TurnSteps } from "./listSteps.js";
import type { Step, StepKind } from "./steps.js";

export type Side = "left" | "right";

/** A value that differs between two matching steps. `undefined`: too long to show. */
export interface Change {
  readonly name: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** A step of both logs, or of one of them. */
export interface StepPair extends Pair<Step> {
  readonly status: "same" | "changed" | "left" | "right";
  readonly changes: readonly Change[];
  /** The side that took much longer. Times do not count as differences. */
  readonly slower: Side | undefined;
}

/** A turn of both logs, or of one of them. */
export interface TurnPair extends Pair<TurnSteps> {
  readonly status: "both" | "left" | "right";
  /** Whether the turns have different prompts. */
  readonly hasOtherPrompt: boolean;
  readonly slower: Side | undefined;
  /** The steps of a turn that only one log has are not compared. */
  readonly steps: readonly StepPair[];
}

/** The comparison of two logs. */
export interface TraceComparison {
  readonly left: Features;
  readonly right: Features;
  readonly features: FeatureDifferences;
  readonly turns: readonly TurnPair[];
}

/** A duration is marked if it is more than this many times as long as the other one. */
const SLOWER_FACTOR = 2;
/** A duration is marked if it is at least this much longer than the other one, in ms. */
const SLOWER_MS = 1000;
/** The number of characters of a value that a change shows. */
const MAX_VALUE_LENGTH = 80;
/** The time of these steps is that of the user. */
const USER_STEPS: ReadonlySet<StepKind> = new Set(["permission", "input"]);

/**
 * A tool call matches by everything that identifies it, or else by its input, its locations or its
 * title. A message matches by its kind only.
 */
const STEP_KEYS: readonly KeyOf<Step>[] = (
  ["exact", "input", "locations", "title", "kind"] as const
).map((level) => ({ keys, isInSubagent }) => {
  const key = keys[level];
  // A step of a subagent never matches one of the session itself.
  return key !== undefined && isInSubagent ? `subagent ${key}` : key;
});

const TURN_KEYS: readonly KeyOf<TurnSteps>[] = [
  ({ prompt }) => prompt?.replace(/\s+/g, " ").trim(),
  ({ prompt }) => (prompt === undefined ? "between turns" : undefined),
];

/** Compares what the agents of two logs say, send and do. */
export function compareTraces(left: PanelSource, right: PanelSource): TraceComparison {
  const leftFeatures = findFeatures(left);
  const rightFeatures = findFeatures(right);
  const features = compareFeatures(leftFeatures, rightFeatures);
  const known = new Set(features.fields.map(({ name }) => name));
  const turns = alignLists(listSteps(left), listSteps(right), TURN_KEYS, pairByOrder);
  return {
    left: leftFeatures,
    right: rightFeatures,
    features,
    turns: turns.map((pair) => compareTurn(pair, known)),
  };
}

/** Pairs the turns at the same place, unless one side has more of them. */
function pairByOrder(left: readonly TurnSteps[], right: readonly TurnSteps[]): Pair<TurnSteps>[] {
  const isAlike = left.every(
    ({ prompt }, index) => (prompt === undefined) === (right[index]?.prompt === undefined),
  );
  if (left.length !== right.length || !isAlike) return leaveAlone(left, right);
  return left.map((turn, index) => ({ left: turn, right: right[index] }));
}

function compareTurn(pair: Pair<TurnSteps>, known: ReadonlySet<string>): TurnPair {
  const { left, right } = pair;
  if (left === undefined || right === undefined)
    return {
      ...pair,
      status: left === undefined ? "right" : "left",
      hasOtherPrompt: false,
      slower: undefined,
      steps: leaveAlone(left?.steps ?? [], right?.steps ?? []).map((step) =>
        compareStep(step, known),
      ),
    };
  return {
    ...pair,
    status: "both",
    hasOtherPrompt: promptKey(left) !== promptKey(right),
    slower: slowerSide(left.ms, right.ms),
    steps: alignLists(left.steps, right.steps, STEP_KEYS).map((step) => compareStep(step, known)),
  };
}

function promptKey(turn: TurnSteps): string | undefined {
  return TURN_KEYS[0]?.(turn);
}

function compareStep(pair: Pair<Step>, known: ReadonlySet<string>): StepPair {
  const { left, right } = pair;
  if (left === undefined || right === undefined)
    return {
      ...pair,
      status: left === undefined ? "right" : "left",
      changes: [],
      slower: undefined,
    };
  const changes = [...compareFacts(left, right), ...compareFields(left, right, known)];
  return {
    ...pair,
    status: changes.length === 0 ? "same" : "changed",
    changes,
    slower: USER_STEPS.has(left.kind) ? undefined : slowerSide(left.ms, right.ms),
  };
}

function compareFacts(left: Step, right: Step): Change[] {
  return [...left.facts].flatMap(([name, leftValue]) => {
    const rightValue = right.facts.get(name);
    if (rightValue === undefined || leftValue === rightValue) return [];
    const isLong = Math.max(leftValue.length, rightValue.length) > MAX_VALUE_LENGTH;
    return [{ name, left: isLong ? undefined : leftValue, right: isLong ? undefined : rightValue }];
  });
}

/**
 * Finds fields of a call that only one side sends for it, but that both agents send elsewhere. Only
 * messages that both sides send for the call are compared.
 */
function compareFields(left: Step, right: Step, known: ReadonlySet<string>): Change[] {
  const onlyLeft = fieldsWithout(left, right, known);
  const onlyRight = fieldsWithout(right, left, known);
  return onlyLeft === "" && onlyRight === ""
    ? []
    : [{ name: "fields", left: onlyLeft, right: onlyRight }];
}

/** @param known The fields that only one of the agents sends at all, which are listed once. */
function fieldsWithout(step: Step, other: Step, known: ReadonlySet<string>): string {
  return [...step.fields]
    .flatMap(([kind, fields]) => {
      const otherFields = other.fields.get(kind);
      if (otherFields === undefined) return [];
      const missing = [...fields].filter((field) => !otherFields.has(field));
      return missing
        .filter((field) => !parentPaths(field).some((path) => missing.includes(path)))
        .map((field) => `${kind}.${field}`);
    })
    .filter((field) => ![field, ...parentPaths(field)].some((path) => known.has(path)))
    .join(", ");
}

function slowerSide(left: number | undefined, right: number | undefined): Side | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (isSlower(left, right)) return "left";
  return isSlower(right, left) ? "right" : undefined;
}

function isSlower(ms: number, other: number): boolean {
  return ms > other * SLOWER_FACTOR && ms - other >= SLOWER_MS;
}
