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

/** A field of an update, a request or one of their parts, in one protocol version. */
export interface ProtocolField {
  readonly owner: string;
  readonly field: string;
  readonly version: Version;
}

const PERMISSION_REQUEST = "session/request_permission";

/** Returns the fields of every update, of the permission request, and of their parts. */
export function protocolFields(version: Version): ProtocolField[] {
  const definitions = officialDefinitions(version, "unstable");
  const kinds = updateKinds(definitions);
  const messages = [
    ...kinds,
    { name: PERMISSION_REQUEST, schema: definition(definitions, "RequestPermissionRequest") },
  ];
  const own = new Set(
    messages.flatMap(({ schema }) => (schema.allOf ?? []).flatMap(referencedNames)),
  );
  const parts = new Set(messages.flatMap(({ schema }) => definitionsOf(definitions, schema)));
  return [
    ...messages.flatMap(({ name, schema }) =>
      fieldsOf(definitions, schema).map((field) => ({ owner: name, field, version })),
    ),
    ...[...parts]
      .filter((part) => !own.has(part))
      .flatMap((part) =>
        ownFields(definition(definitions, part))
          // The row of `_meta` applies to all parts.
          .filter((field) => field !== "_meta")
          .map((field) => ({ owner: part, field, version })),
      ),
  ].filter(({ field }) => field !== "sessionUpdate");
}

function referencedNames({ $ref }: Schema): string[] {
  return $ref === undefined ? [] : [$ref.slice("#/$defs/".length)];
}

/** Returns the names of the fields of a schema, including those of referenced definitions. */
function fieldsOf(definitions: Definitions, schema: Schema): string[] {
  const shapes = shapesOf(definitions, schema);
  return unique(
    shapes.flatMap((shape) => (shape.kind === "object" ? Object.keys(shape.fields) : [])),
  );
}

/**
 * Returns the names of the fields of a schema without those of referenced definitions, which have
 * their own rows.
 */
function ownFields({ properties, allOf, anyOf, oneOf }: Schema): string[] {
  const variants = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  return unique([...Object.keys(properties ?? {}), ...variants.flatMap(ownFields)]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
