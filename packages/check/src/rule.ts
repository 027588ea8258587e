/**
 * The severity of a finding.
 *
 * - `violation`: breaks a requirement of the protocol or its schema.
 * - `warning`: departs from what the protocol describes or recommends, or may have an innocent cause.
 * - `note`: breaks no rule, but helps to understand the trace.
 */
export type Severity = "violation" | "warning" | "note";

/** A rule of the protocol. */
export interface Rule {
  /** The severity of breaking the rule. */
  readonly severity: Severity;
  /** The side that can break the rule. */
  readonly side: "agent" | "client" | "both";
  /** The rule, in one or two sentences. */
  readonly text: string;
  /** The page of the specification that states the rule, by protocol version. */
  readonly link: Readonly<Record<1 | 2, string>>;
  /**
   * The requirements of the protocol's compatibility kit (agentclientprotocol/acp-tck) that a finding
   * of this rule disproves, by protocol version.
   */
  readonly tck: Readonly<Record<1 | 2, readonly string[]>>;
}

/** A part of the table of rules. */
export type RuleTable<Code extends string> = Readonly<Record<Code, Rule>>;

/** Returns the links to a page of the specification. The page may have another name in version 2. */
export function linkToSpec(v1: string, v2: string = v1): Rule["link"] {
  const base = "https://agentclientprotocol.com/protocol";
  return { 1: `${base}/v1/${v1}`, 2: `${base}/v2/${v2}` };
}

/** Returns the links to a section of the JSON-RPC specification. */
export function linkToJsonRpcSpec(section: string): Rule["link"] {
  const link = `https://www.jsonrpc.org/specification#${section}`;
  return { 1: link, 2: link };
}

/**
 * Lists requirements of the compatibility kit, without the prefix `ACP-` and separated by spaces.
 *
 * @example
 * ```ts
 * listTck("CANCEL-001", "CANCEL-201 CANCEL-203"); // { 1: ["ACP-CANCEL-001"], 2: ["ACP-CANCEL-201", …] }
 * ```
 */
export function listTck(v1: string, v2: string): Rule["tck"] {
  const list = (ids: string): string[] =>
    ids
      .split(" ")
      .filter((id) => id !== "")
      .map((id) => `ACP-${id}`);
  return { 1: list(v1), 2: list(v2) };
}
