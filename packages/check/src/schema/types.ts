import type { Schema } from "@cfworker/json-schema";

/** The strict schema of one protocol version. */
export interface ProtocolSchema {
  /** The definitions of each method, by the side that handles it. */
  readonly methods: Readonly<Record<string, Partial<Record<MethodSide, MethodSchema>>>>;
  /** The definitions, by name. They refer to each other with `#/$defs/…`. */
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The side that handles a method. Both sides handle the methods of `protocol`. */
export type MethodSide = "agent" | "client" | "protocol" | "proxy";

/** The names of the definitions of a method. */
export interface MethodSchema {
  readonly request?: string;
  readonly response?: string;
  readonly notification?: string;
}
