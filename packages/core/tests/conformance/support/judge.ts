import { type AcpState, type AcpStore, createAcpStore, type IngestResult } from "@acp-store/core";
import { plain } from "../../support/trackedStore.js";
import { followedDefinitions } from "./deviations.js";
import { type Generator, generator } from "./generate.js";
import { type LenientReader, type LenientReading, lenientReader } from "./lenientReader.js";
import type { Definitions, Edition, Schema, Version } from "./schema.js";

/** The way in which messages of one kind are passed to a store. */
export interface Channel {
  readonly version: Version;
  /** Prepares the store before the message. */
  readonly prepare?: (store: AcpStore) => void;
  readonly send: (store: AcpStore, message: unknown) => IngestResult;
  /** The position of the message in the value that is passed to the store. */
  readonly base: readonly string[];
  /** Deviation "a malformed answer to a prompt ends the turn too". */
  readonly mayEndTurn?: boolean;
}

/** An official schema, with a generator of messages and a reader to compare with. */
export interface Official {
  readonly version: Version;
  readonly edition: Edition;
  readonly definitions: Definitions;
  readonly generate: Generator;
  readonly reader: LenientReader;
}

export function official(version: Version, edition: Edition): Official {
  const definitions = followedDefinitions(version, edition);
  const generate = generator(definitions);
  return { version, edition, definitions, generate, reader: lenientReader(definitions) };
}

/** Describes the messages that the store handled differently from the schema. */
export function complaints(
  { reader }: Official,
  schema: Schema,
  channel: Channel,
  messages: readonly unknown[],
): string[] {
  return messages.flatMap((message) => {
    const expected = reader.read(schema, message);
    const wrong = expected
      ? wronglyRead(channel, message, expected)
      : wronglyTaken(channel, message);
    return wrong === undefined ? [] : [`${JSON.stringify(message)}\n  ${wrong}`];
  });
}

function wronglyTaken(channel: Channel, message: unknown): string | undefined {
  const { result, before, after } = sent(channel, message);
  if (result.accepted) return `was accepted, with ${findings(result).join(", ") || "no finding"}`;
  const codes = result.diagnostics.map(({ code }) => code).join(", ");
  if (codes !== "invalid_message") return `was rejected with ${codes}`;
  return after === before || channel.mayEndTurn ? undefined : "was rejected, but changed the state";
}

function wronglyRead(
  channel: Channel,
  message: unknown,
  { value, losses }: LenientReading,
): string | undefined {
  const { result, after } = sent(channel, message);
  const wanted = losses.map(({ code, path }) => `${code} ${[...channel.base, ...path].join(".")}`);
  const found = findings(result);
  if (!result.accepted) return `was rejected: ${found.join(", ")}`;
  if (found.join() !== wanted.join())
    return `found: ${found.join(", ")}\n  wanted: ${wanted.join(", ")}`;
  if (losses.length === 0) return undefined;
  const without = sent(channel, value).after;
  return text(after) === text(without) ? undefined : "left traces of what was wrong";
}

/** Returns the diagnostics about malformed parts of a message. */
function findings({ diagnostics }: IngestResult): string[] {
  return diagnostics
    .filter(({ code }) => code.startsWith("invalid_"))
    .map(({ code, path }) => `${code} ${path.join(".")}`);
}

function sent({ version, prepare, send }: Channel, message: unknown) {
  const store = createAcpStore({
    protocolVersion: version,
    scheduler: "sync",
    now: () => 0,
  });
  prepare?.(store);
  const before = store.getState();
  const result = send(store, message);
  return { result, before, after: store.getState() };
}

function text(state: AcpState): string {
  return JSON.stringify(plain(state));
}
