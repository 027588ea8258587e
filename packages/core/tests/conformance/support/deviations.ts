import type { Definitions, Edition, Schema, Version } from "./schema.js";
import { officialDefinitions } from "./schema.js";

type MutableDefinitions = Record<string, Schema>;

/** A deliberate difference between the store and the official schemas. */
export interface Deviation {
  readonly summary: string;
  readonly reason: string;
  readonly versions: readonly Version[];
  /** Applies the deviation to the schemas. Absent if a separate test covers the deviation. */
  readonly change?: (definitions: MutableDefinitions) => void;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    summary: "unknown kinds, statuses and types are kept",
    reason: "agents may be newer than their clients; version 2 specifies the same",
    versions: [1],
    change: (all) => updateEach(all, withUnknownValues),
  },
  {
    summary: "a plan of an unknown type needs a planId",
    reason: "the store cannot keep a plan without an id; version 2 specifies the same",
    versions: [1],
    change: (all) =>
      update(all, "PlanUpdateContent", (plan) => ({
        ...plan,
        anyOf: (plan.anyOf ?? []).map((variant) => (variant.not ? withPlanId(variant) : variant)),
      })),
  },
  {
    summary: "a malformed required list is not treated as empty",
    reason: "an empty list clears the content; a malformed message should not",
    versions: [1, 2],
  },
  {
    summary: "null is treated as absent, even where the schema does not allow null",
    reason: "agents serialize missing values as null",
    versions: [1, 2],
  },
  {
    summary: "a null result of session/load or session/resume is treated as empty",
    reason: "earlier versions had no result, and some agents still send null",
    versions: [1, 2],
  },
  {
    summary: "a malformed response to a prompt ends the turn, or in version 2 accepts the prompt",
    reason: "the agent has responded; otherwise the turn would never end",
    versions: [1, 2],
  },
  {
    summary: "the _meta of the notification is ignored",
    reason: "it describes the transport; updates have their own _meta",
    versions: [1, 2],
    change: (all) => {
      for (const name of ["SessionNotification", "UpdateSessionNotification"])
        removeField(all, name, "_meta");
    },
  },
  {
    summary: "an authentication method with the type terminal is never treated as an agent method",
    reason: "the client would run the agent without the requested arguments",
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
    summary: "the type of an authentication method is a string",
    reason: "the application chooses the method by type; version 2 specifies the same",
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
    summary: "a permission request may have no title, and may have its tool call at the top level",
    reason: "agents still follow earlier drafts of version 2",
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
    summary: "the form of an elicitation is kept as sent",
    reason: "it is a JSON schema, which the application renders",
    versions: [1, 2],
    change: (all) => {
      all["ElicitationSchema"] = { type: "object" };
    },
  },
  {
    summary: "an elicitation may have neither a session nor a request",
    reason: "the store does not need either of them, and the user can still respond",
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
    summary: "a diff may contain the old and the new text, as in version 1",
    reason: "agents still follow earlier drafts of version 2",
    versions: [2],
    change: (all) => {
      const text = officialDefinitions(1, "stable")["Diff"];
      if (text) update(all, "Diff", (diff) => ({ anyOf: [diff, text] }));
    },
  },
  {
    summary: "terminal output must be valid base64",
    reason: "the schema only has an annotation, which validators do not check",
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

/** Returns the definitions of an official schema with all deviations applied. */
export function definitionsWithDeviations(version: Version, edition: Edition): Definitions {
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

function updateEach(all: MutableDefinitions, change: (schema: Schema) => Schema): void {
  for (const name of Object.keys(all)) update(all, name, change);
}

function withPlanId({ properties, required = [], ...variant }: Schema): Schema {
  return {
    ...variant,
    properties: { ...properties, planId: { type: "string" } },
    required: [...required, "planId"],
  };
}

/** Returns a version 1 enumeration or union that also accepts unknown values. */
function withUnknownValues(schema: Schema): Schema {
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
