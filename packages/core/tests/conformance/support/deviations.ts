import type { Definitions, Edition, Schema, Version } from "./schema.js";
import { officialDefinitions } from "./schema.js";

type MutableDefinitions = Record<string, Schema>;

/** A deliberate difference between the store and the official schemas. */
export interface Deviation {
  readonly what: string;
  readonly reason: string;
  readonly versions: readonly Version[];
  /** The change of the schemas. Absent if a test of its own covers the deviation. */
  readonly change?: (definitions: MutableDefinitions) => void;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    what: "a kind, status, type, … that is not known is kept",
    reason: "agents are ahead of their clients; version 2 says so itself",
    versions: [1],
    change: (all) => replaceEach(all, withOther),
  },
  {
    what: "a plan of a type that is not known needs its planId",
    reason: "it could not be kept without; version 2 says so itself",
    versions: [1],
    change: (all) =>
      update(all, "PlanUpdateContent", (plan) => ({
        ...plan,
        anyOf: (plan.anyOf ?? []).map((one) => (one.not ? withPlanId(one) : one)),
      })),
  },
  {
    what: "a required list is required: malformed as a whole, it is no empty list",
    reason: "an empty list clears what is shown; a malformed message should not",
    versions: [1, 2],
  },
  {
    what: "null is absence, also where the schema has no null",
    reason: "agents serialise what they do not have as null",
    versions: [1, 2],
  },
  {
    what: "null for the answer to session/load or session/resume is an empty answer",
    reason: "earlier versions had no answer, which agents still give",
    versions: [1, 2],
  },
  {
    what: "a malformed answer to a prompt ends the turn too",
    reason: "the agent has answered; the turn would run for ever",
    versions: [1],
  },
  {
    what: "_meta of the notification itself is not read",
    reason: "it is about the transport; updates have a _meta of their own",
    versions: [1, 2],
    change: (all) => {
      for (const name of ["SessionNotification", "UpdateSessionNotification"])
        removeField(all, name, "_meta");
    },
  },
  {
    what: "an authentication method of the type terminal is never read as one of the agent",
    reason: "the client would run the agent without the arguments that it asked for",
    versions: [1],
    change: (all) =>
      update(all, "AuthMethod", (method) => ({
        ...method,
        anyOf: (method.anyOf ?? []).map((variant) =>
          variant["title"] === "agent" ? { ...variant, not: TERMINAL_TYPE } : variant,
        ),
      })),
  },
  {
    what: "the type of an authentication method is a string",
    reason: "the application decides by it; version 2 says so itself",
    versions: [1],
    change: (all) =>
      update(all, "AuthMethodAgent", (method) => ({
        ...method,
        properties: {
          ...method.properties,
          type: { type: ["string", "null"], "x-deserialize-default-on-error": true },
        },
      })),
  },
  {
    what: "a permission request may lack its title, and have the tool call at its top",
    reason: "earlier drafts of version 2, which agents follow",
    versions: [2],
    change: (all) =>
      update(all, "RequestPermissionRequest", (request) => ({
        ...request,
        properties: {
          ...request.properties,
          title: { type: "string", "x-deserialize-default-on-error": true },
          toolCall: { anyOf: [{ $ref: "#/$defs/ToolCallUpdate" }, { type: "null" }] },
        },
        required: ["sessionId", "options"],
      })),
  },
  {
    what: "the form of a request for input is kept as sent",
    reason: "it is a JSON schema, for whatever renders it",
    versions: [1, 2],
    change: (all) => {
      all["ElicitationSchema"] = { type: "object" };
    },
  },
  {
    what: "a request for input may belong to no session, and names no request then",
    reason: "nothing in the store needs the request; the user can answer all the same",
    versions: [1, 2],
    change: (all) =>
      update(all, "ElicitationSessionScope", ({ properties, ...scope }) => ({
        ...scope,
        properties: {
          ...properties,
          sessionId: { type: ["string", "null"], "x-deserialize-default-on-error": true },
        },
        required: [],
      })),
  },
  {
    what: "a diff may hold the text before and after, as in version 1",
    reason: "earlier drafts of version 2, which agents follow",
    versions: [2],
    change: (all) => {
      const text = officialDefinitions(1, "stable")["Diff"];
      if (text) update(all, "Diff", (diff) => ({ anyOf: [diff, text] }));
    },
  },
  {
    what: "output of a terminal has to be base64",
    reason: "the schema says so too, but as an annotation that is not checked",
    versions: [2],
    change: (all) => {
      for (const name of ["TerminalOutput", "TerminalOutputChunk"])
        update(all, name, (output) => ({
          ...output,
          properties: { ...output.properties, data: BASE64 },
        }));
    },
  },
];

const TERMINAL_TYPE: Schema = {
  type: "object",
  properties: { type: { const: "terminal" } },
  required: ["type"],
};

const BASE64: Schema = {
  type: "string",
  contentEncoding: "base64",
  pattern: "^([0-9a-zA-Z+/]{4})*([0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$",
};

/** Returns the definitions that the store follows: those of an official schema with the deviations. */
export function followedDefinitions(version: Version, edition: Edition): Definitions {
  const definitions: MutableDefinitions = { ...officialDefinitions(version, edition) };
  for (const { versions, change } of DEVIATIONS)
    if (versions.includes(version)) change?.(definitions);
  return definitions;
}

function update(all: MutableDefinitions, name: string, change: (schema: Schema) => Schema): void {
  const schema = all[name];
  if (schema !== undefined) all[name] = change(schema);
}

function removeField(all: MutableDefinitions, name: string, field: string): void {
  update(all, name, ({ properties = {}, ...schema }) => ({
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => key !== field)),
  }));
}

function replaceEach(all: MutableDefinitions, change: (schema: Schema) => Schema): void {
  for (const name of Object.keys(all)) update(all, name, change);
}

function withPlanId({ properties, required = [], ...variant }: Schema): Schema {
  return {
    ...variant,
    properties: { ...properties, planId: { type: "string" } },
    required: [...required, "planId"],
  };
}

/** An enumeration of version 1 with one more value, or a union with one more variant: any other. */
function withOther(schema: Schema): Schema {
  const { oneOf, discriminator, ...rest } = schema;
  if (oneOf === undefined) return schema;
  if (discriminator === undefined) return { ...rest, anyOf: [...oneOf, { type: "string" }] };
  const tag = discriminator.propertyName;
  const known = oneOf.map(({ properties }) => ({
    type: "object",
    properties: { [tag]: properties?.[tag] ?? {} },
    required: [tag],
  }));
  const other: Schema = {
    type: "object",
    properties: { [tag]: { type: "string" } },
    required: [tag],
    not: { anyOf: known },
  };
  return { ...rest, anyOf: [...oneOf, other] };
}
