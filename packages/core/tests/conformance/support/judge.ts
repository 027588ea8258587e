import { type AcpState, type AcpStore, createAcpStore, type IngestResult } from "@acp-store/core";
import { plain } from "../../support/trackedStore.js";
import { definitionsWithDeviations } from "./deviations.js";
import { type Generator, createGenerator } from "./generate.js";
import { type LenientReader, type LenientReading, createLenientReader } from "./lenientReader.js";
import type { Definitions, Edition, Schema, Version } from "./schema.js";

/** Describes how messages of one kind are passed to a store. */
export interface Channel {
  readonly version: Version;
  /** Prepares the store before the message. */
  readonly prepare?: (store: AcpStore) => void;
  readonly send: (store: AcpStore, message: unknown) => IngestResult;
  /** The position of the message in the value that is passed to the store. */
  readonly base: readonly string[];
  /** Set for the deviation "a malformed response to a prompt ends the turn, or in version 2 accepts the prompt". */
  readonly mayEndTurn?: boolean;
}

/** An official schema with a message generator and a reader that serves as the reference. */
export interface OfficialSchema {
  readonly version: Version;
  readonly edition: Edition;
  readonly definitions: Definitions;
  readonly generate: Generator;
  readonly reader: LenientReader;
}

/** Loads an official schema and applies the deviations. */
export function loadOfficialSchema(version: Version, edition: Edition): OfficialSchema {
  const definitions = definitionsWithDeviations(version, edition);
  const generate = createGenerator(definitions);
  return { version, edition, definitions, generate, reader: createLenientReader(definitions) };
}

/** Describes the messages that the store handled differently from the schema. */
export function findMismatches(
  { reader }: OfficialSchema,
  schema: Schema,
  channel: Channel,
  messages: readonly unknown[],
): string[] {
  return messages.flatMap((message) => {
    const expected = reader.read(schema, message);
    const mismatch = expected
      ? readingMismatch(channel, message, expected)
      : rejectionMismatch(channel, message);
    return mismatch === undefined ? [] : [`${JSON.stringify(message)}\n  ${mismatch}`];
  });
}

function rejectionMismatch(channel: Channel, message: unknown): string | undefined {
  const { result, before, after } = sendToNewStore(channel, message);
  if (result.accepted)
    return `was accepted, with ${malformedParts(result).join(", ") || "no diagnostics"}`;
  const codes = result.diagnostics.map(({ code }) => code).join(", ");
  if (codes !== "invalid_message") return `was rejected with ${codes}`;
  return after === before || channel.mayEndTurn ? undefined : "was rejected, but changed the state";
}

function readingMismatch(
  channel: Channel,
  message: unknown,
  { value, dropped }: LenientReading,
): string | undefined {
  const { result, after } = sendToNewStore(channel, message);
  const expected = dropped.map(
    ({ code, path }) => `${code} ${[...channel.base, ...path].join(".")}`,
  );
  const found = malformedParts(result);
  if (!result.accepted) return `was rejected: ${found.join(", ")}`;
  if (found.join() !== expected.join())
    return `found: ${found.join(", ")}\n  expected: ${expected.join(", ")}`;
  if (dropped.length === 0) return undefined;
  const afterValidPart = sendToNewStore(channel, value).after;
  return serializeState(after) === serializeState(afterValidPart)
    ? undefined
    : "stored a malformed part";
}

/** Returns the diagnostics about malformed parts of a message. */
function malformedParts({ diagnostics }: IngestResult): string[] {
  return diagnostics
    .filter(({ code }) => code.startsWith("invalid_"))
    .map(({ code, path }) => `${code} ${path.join(".")}`);
}

function sendToNewStore({ version, prepare, send }: Channel, message: unknown) {
  const store = createAcpStore({
    idPrefix: "t",
    protocolVersion: version,
    scheduler: "sync",
    now: () => 0,
  });
  prepare?.(store);
  const before = store.getState();
  const result = send(store, message);
  return { result, before, after: store.getState() };
}

function serializeState(state: AcpState): string {
  return JSON.stringify(plain(state));
}
