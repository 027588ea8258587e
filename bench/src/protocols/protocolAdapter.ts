/** A tool call of the sample conversation, which every protocol transmits. */
export interface SampleToolCall {
  readonly id: string;
  readonly path: string;
  readonly output: string;
}

/** The state after all lines, in a form that all clients can provide. */
export interface FinalState {
  readonly text: string;
  /** The output of each tool call, by id. */
  readonly outputs: ReadonlyMap<string, unknown>;
}

/** A protocol together with a client that keeps the state of a conversation. */
export interface ProtocolAdapter {
  readonly name: string;
  readonly clientName: string;
  /** Returns the lines with which this protocol streams one message. */
  createTextLines(chunks: readonly string[]): string[];
  /** Returns the lines for tool calls, with 8 events per call. */
  createToolCallLines(calls: readonly SampleToolCall[]): string[];
  /**
   * Processes the lines with the minimum amount of work: parses them and changes a map in place.
   */
  runBaseline(lines: readonly string[]): FinalState;
  /** Processes the lines with the client, which produces a state after each one. */
  runClient(lines: readonly string[]): Promise<FinalState>;
}

/** Returns the input of a tool call as JSON, split into `count` chunks. */
export function splitToolInput({ path }: SampleToolCall, count: number): string[] {
  const json = JSON.stringify({ path, limit: 200 });
  const size = Math.ceil(json.length / count);
  return Array.from({ length: count }, (_, index) => json.slice(index * size, (index + 1) * size));
}
