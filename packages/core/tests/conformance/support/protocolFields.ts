import {
  type Definitions,
  definition,
  definitionsOf,
  officialDefinitions,
  type Schema,
  updateKinds,
  type Version,
} from "./schema.js";
import { shapesOf } from "./shapes.js";

/** A field of the protocol: of an update, a request, or a part of one, in some versions. */
export interface ProtocolField {
  readonly of: string;
  readonly field: string;
  readonly version: Version;
}

const REQUEST = "session/request_permission";

/** Every field of every update and of the permission request, and of the parts that they have. */
export function protocolFields(version: Version): ProtocolField[] {
  const definitions = officialDefinitions(version, "unstable");
  const kinds = updateKinds(definitions);
  const messages = [
    ...kinds,
    { name: REQUEST, schema: definition(definitions, "RequestPermissionRequest") },
  ];
  const own = new Set(messages.flatMap(({ schema }) => (schema.allOf ?? []).flatMap(refOf)));
  const parts = new Set(messages.flatMap(({ schema }) => definitionsOf(definitions, schema)));
  return [
    ...messages.flatMap(({ name, schema }) =>
      fieldsOf(definitions, schema).map((field) => ({ of: name, field, version })),
    ),
    ...[...parts]
      .filter((part) => !own.has(part))
      .flatMap((part) =>
        ownFields(definition(definitions, part))
          // The row of `_meta` applies to all parts.
          .filter((field) => field !== "_meta")
          .map((field) => ({ of: part, field, version })),
      ),
  ].filter(({ field }) => field !== "sessionUpdate");
}

function refOf({ $ref }: Schema): string[] {
  return $ref === undefined ? [] : [$ref.slice("#/$defs/".length)];
}

/** With those of what it refers to. */
function fieldsOf(definitions: Definitions, schema: Schema): string[] {
  const shapes = shapesOf(definitions, schema);
  return unique(
    shapes.flatMap((shape) => (shape.is === "object" ? Object.keys(shape.fields) : [])),
  );
}

/** Without those of what it refers to: these have rows of their own. */
function ownFields({ properties, allOf, anyOf, oneOf }: Schema): string[] {
  const variants = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  return unique([...Object.keys(properties ?? {}), ...variants.flatMap(ownFields)]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
