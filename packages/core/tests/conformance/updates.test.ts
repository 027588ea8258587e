import { createAcpStore, type DiagnosticCode } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  type Channel,
  findMismatches,
  type OfficialSchema,
  loadOfficialSchema,
} from "./support/judge.js";
import { definitionsOf, type Kind, type Schema, updateKinds } from "./support/schema.js";

const schemas = ([1, 2] as const).flatMap((version) =>
  (["stable", "unstable"] as const).map((edition) => loadOfficialSchema(version, edition)),
);

const UNRECOGNIZED = new Set<DiagnosticCode>(["unknown_update", "version_mismatch"]);

describe.each(schemas)("an update of version $version, $edition", (schema) => {
  const { version, definitions, generate, reader } = schema;
  const kinds = updateKinds(definitions).filter((kind) => differsFromUnstable(schema, kind));
  const notification: Schema = {
    $ref: `#/$defs/${version === 1 ? "SessionNotification" : "UpdateSessionNotification"}`,
  };
  const channel: Channel = {
    version,
    base: [],
    send: (store, message) => store.ingest(message),
  };
  const inSession = (updates: readonly unknown[]) =>
    updates.map((update) => ({ sessionId: "s1", update }));

  it.each(kinds)("accepts a valid $name without diagnostics", (kind) => {
    const messages = inSession(generate.examples(kind.schema));
    expect(messages.filter((message) => !reader.accepts(notification, message))).toEqual([]);
    expect(findMismatches(schema, notification, channel, messages)).toEqual([]);
  });

  // Kinds share the schemas of their content, and the code that reads it.
  const covered = new Set<string>();

  it.each(kinds)("drops the malformed parts of a $name or rejects it", (kind) => {
    const messages = inSession(generate.faults(kind.schema, covered));
    expect(messages.length).toBeGreaterThan(5);
    expect(findMismatches(schema, notification, channel, messages)).toEqual([]);
  });

  it.each(kinds)("recognizes $name", (kind) => {
    const codes = inSession(generate.examples(kind.schema).slice(0, 1)).flatMap(
      (message) => channel.send(createAcpStore({ protocolVersion: version }), message).diagnostics,
    );
    expect(codes.filter(({ code }) => UNRECOGNIZED.has(code))).toEqual([]);
  });

  it("rejects a notification without a session or an update", () => {
    const [update] = generate.examples(kinds[0]?.schema ?? {});
    const faults = [null, [], {}, { sessionId: "s1" }, { update }, { sessionId: 7, update }];
    const wrongUpdates = [null, 7, "text", [], {}, { sessionUpdate: 7 }];
    const messages = [...faults, ...inSession(wrongUpdates)];
    expect(findMismatches(schema, notification, channel, messages)).toEqual([]);
  });
});

/** Returns whether a kind is unstable or differs from its unstable version. Most do not differ. */
function differsFromUnstable(
  { version, edition, definitions }: OfficialSchema,
  kind: Kind,
): boolean {
  if (edition === "unstable") return true;
  const unstable = schemas.find(
    (schema) => schema.version === version && schema.edition === "unstable",
  );
  const all = unstable?.definitions ?? {};
  return definitionsOf(definitions, kind.schema).some(
    (name) => JSON.stringify(all[name]) !== JSON.stringify(definitions[name]),
  );
}
