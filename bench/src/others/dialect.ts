/** A tool call of the story that all dialects tell. */
export interface StoryCall {
  readonly id: string;
  readonly path: string;
  readonly output: string;
}

/** What a client or a floor holds in the end, for comparing them. */
export interface Told {
  readonly text: string;
  /** The output of each tool call. */
  readonly outputs: ReadonlyMap<string, unknown>;
}

/** A protocol with a client of its own, which holds the state of a conversation. */
export interface Dialect {
  readonly name: string;
  readonly client: string;
  /** One message in pieces, as this protocol sends it. */
  textLines(pieces: readonly string[]): string[];
  /** Tool calls of 8 events each. */
  toolLines(calls: readonly StoryCall[]): string[];
  /** Parses the lines and changes a map in place. */
  runFloor(lines: readonly string[]): Told;
  /** Feeds the client, which hands out a state after each line. */
  runClient(lines: readonly string[]): Promise<Told>;
}

/** The input of a call, in as many pieces as asked for. */
export function inputPieces({ path }: StoryCall, count: number): string[] {
  const json = JSON.stringify({ path, limit: 200 });
  const size = Math.ceil(json.length / count);
  return Array.from({ length: count }, (_, at) => json.slice(at * size, (at + 1) * size));
}
