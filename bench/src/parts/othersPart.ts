import { sink } from "../contestants/contestant.js";
import type { Figure, Timing } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { spreadOf } from "../measure/spread.js";
import { acp } from "../others/acp.js";
import { agUi } from "../others/agUi.js";
import { aiSdk } from "../others/aiSdk.js";
import type { Dialect } from "../others/dialect.js";
import { storyCalls, storyPieces } from "../others/story.js";
import type { Size } from "../workloads/workload.js";
import type { PartOptions } from "./part.js";

const PIECES = 10_000;
const CALLS = 500;
/** The slow ones take seconds for each. */
const MOST_ROUNDS = 3;
const WARM_UP = 800;
const WARM_UP_MICROSECONDS = 500_000;

const dialects: readonly Dialect[] = [acp, aiSdk, agUi];

interface Tale {
  readonly name: string;
  lines(dialect: Dialect): string[];
}

interface Cost {
  readonly floor: number;
  readonly client: number;
}

/** The same story told to clients of other protocols, each against a floor of its own kind. */
export async function othersPart(options: PartOptions): Promise<Figure[]> {
  const pieces = storyPieces(PIECES, options);
  const calls = storyCalls(CALLS, options);
  const tales: readonly Tale[] = [
    { name: "one message in 10,000 pieces", lines: (dialect) => dialect.textLines(pieces) },
    { name: "500 tool calls × 8 events", lines: (dialect) => dialect.toolLines(calls) },
  ];
  const figures: Figure[] = [];
  for (const tale of tales) figures.push(...(await tellTale(tale, options)));
  return figures;
}

async function tellTale(tale: Tale, options: PartOptions): Promise<Timing[]> {
  const rounds = Math.min(options.rounds, MOST_ROUNDS);
  const costs = new Map<Dialect, Cost[]>(dialects.map((dialect) => [dialect, []]));
  for (let round = 1; round <= rounds; round++) {
    options.progress(`${tale.name}, round ${round} of ${rounds}`);
    for (const dialect of dialects) {
      costs.get(dialect)?.push(await costOf(dialect, tale.lines(dialect), options));
    }
  }
  return [...costs].flatMap(([dialect, all]) => timingsOf(tale, dialect, all));
}

async function costOf(dialect: Dialect, lines: readonly string[], { scale }: Size): Promise<Cost> {
  const warmUpFor = WARM_UP_MICROSECONDS * Math.min(1, scale);
  const floor = await timed(lines, warmUpFor, async (some) => dialect.runFloor(some));
  const client = await timed(lines, warmUpFor, (some) => dialect.runClient(some));
  return { floor, client };
}

/** Microseconds per line, after some lines that warm up the engine. */
async function timed(
  lines: readonly string[],
  warmUpFor: number,
  run: (lines: readonly string[]) => Promise<unknown>,
): Promise<number> {
  collectGarbage();
  const few = lines.slice(0, WARM_UP);
  const deadline = clock.now() + warmUpFor;
  while (clock.now() < deadline) sink.warm = await run(few);
  const began = clock.now();
  await run(lines);
  return (clock.now() - began) / lines.length;
}

function timingsOf(tale: Tale, dialect: Dialect, costs: readonly Cost[]): Timing[] {
  const count = tale.lines(dialect).length;
  const timing = (contestant: string, cost: (one: Cost) => number): Timing => ({
    type: "timing",
    workload: `${dialect.name}: ${tale.name}`,
    contestant,
    microseconds: spreadOf(costs.map(cost)),
    ratio: spreadOf(costs.map((one) => cost(one) / one.floor)),
    updates: count,
    of: count,
  });
  return [timing("the floor", (one) => one.floor), timing(dialect.client, (one) => one.client)];
}
