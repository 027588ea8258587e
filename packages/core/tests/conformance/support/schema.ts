import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The subset of JSON Schema that the official schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly contentEncoding?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly pattern?: string;
  readonly discriminator?: { readonly propertyName: string };
  readonly "x-deserialize-default-on-error"?: boolean;
  readonly "x-deserialize-skip-invalid-items"?: boolean;
}

export type Definitions = Readonly<Record<string, Schema>>;
export type Version = 1 | 2;
export type Edition = "stable" | "unstable";

const require = createRequire(import.meta.url);

/** Returns the definitions of an official schema, without descriptions. */
export function officialDefinitions(version: Version, edition: Edition): Definitions {
  const file = edition === "stable" ? "schema.json" : "schema.unstable.json";
  const path = require.resolve(`@agentclientprotocol/sdk/schema/v${version}/${file}`);
  const withoutDescriptions = (key: string, value: unknown): unknown =>
    key === "description" && typeof value === "string" ? undefined : value;
  const { $defs } = JSON.parse(readFileSync(path, "utf8"), withoutDescriptions) as {
    $defs: Definitions;
  };
  return $defs;
}

/** Returns the name of the definition that a `$ref` refers to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

export function definition(definitions: Definitions, name: string): Schema {
  const found = definitions[name];
  if (found === undefined) throw new Error(`The schema defines no ${name}.`);
  return found;
}

/** One kind of `session/update`. */
export interface Kind {
  readonly name: string;
  readonly schema: Schema;
}

/** Returns the kinds of `session/update`, except for the variant that accepts unknown kinds. */
export function updateKinds(definitions: Definitions): Kind[] {
  const { anyOf, oneOf } = definition(definitions, "SessionUpdate");
  return (anyOf ?? oneOf ?? []).flatMap((schema) => {
    const name = schema.properties?.["sessionUpdate"]?.const;
    return typeof name === "string" ? [{ name, schema }] : [];
  });
}

/** Returns the names of the definitions that a schema refers to, directly or indirectly. */
export function definitionsOf(definitions: Definitions, schema: Schema): string[] {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === "$ref") names.add(nameOf(inner as string));
      else visit(inner);
    }
  };
  visit(schema);
  // The loop also visits the names that are added while it runs.
  for (const name of names) visit(definition(definitions, name));
  return [...names];
}
