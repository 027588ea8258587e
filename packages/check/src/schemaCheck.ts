import {
  invertDirection,
  type MessageDirection,
  type NotificationMessage,
  type RequestMessage,
} from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import type { MethodSchema, MethodSide } from "./schema/types.js";
import { PROTOCOL_SCHEMA as SCHEMA_V1 } from "./schema/v1/definitions.js";
import { PROTOCOL_SCHEMA as SCHEMA_V2 } from "./schema/v2/definitions.js";
import {
  createValueValidator,
  type SchemaProblem,
  type ValueRuleCode,
  type ValueValidator,
} from "./schema/validateValue.js";
import { lookUp } from "./lookUp.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type SchemaRuleCode = "unknown_method" | "wrong_message_kind";

export const SCHEMA_RULES: RuleTable<SchemaRuleCode> = {
  unknown_method: {
    severity: "violation",
    side: "both",
    text: "A side calls only methods that the negotiated version defines for the other side. The names of custom methods start with an underscore.",
    link: linkToSpec("extensibility#extension-methods"),
    tck: listTck("", "CLIENTCAP-202"),
  },
  wrong_message_kind: {
    severity: "violation",
    side: "both",
    text: "Requests have an id, and notifications have none.",
    link: linkToSpec("overview#communication-model"),
    tck: listTck("JSONRPC-003", "JSONRPC-003"),
  },
};

const SCHEMAS = { 1: SCHEMA_V1, 2: SCHEMA_V2 } as const;
/** The validators, created when a trace needs them first. Preparing a schema takes a while. */
const validators: Partial<Record<1 | 2, ValueValidator>> = {};

/**
 * Checks methods, params and results against the strict schema: `unknown_method`, `wrong_message_kind`
 * and the codes of {@link SchemaProblem}. Extension methods and error responses have no schema.
 */
export function createSchemaCheck(): Check<SchemaRuleCode | ValueRuleCode> {
  function reportProblems(
    part: "params" | "result",
    definition: string,
    value: unknown,
    method: string,
    { connection: { version }, report }: MessageContext<SchemaRuleCode | ValueRuleCode>,
  ): void {
    const validateValue = (validators[version] ??= createValueValidator(SCHEMAS[version]));
    const problems = validateValue(definition, value);
    for (const [problem, ...alike] of groupByList(problems)) {
      if (isMisnamed(problem, problems)) continue;
      if (method === "initialize" && isOfOtherVersion(problem, definition, version)) continue;
      const { code, expected, actual } = problem;
      const more = alike.length > 0 ? ` The same holds for ${alike.length} more items.` : "";
      const message = `${problem.message}${more}`;
      report(code, message, { path: [part, ...problem.path].join("."), expected, actual });
    }
  }

  return {
    onMessage: (message, context) => {
      if (!context.connection.hasKnownVersion) return;
      if (message.kind === "response") {
        const { request, rawResult, isError } = message;
        const method = request?.method ?? "_";
        const definition = findMethod(method, message.dir, context)?.response;
        if (isError || definition === undefined) return;
        const isEmpty = rawResult === null && acceptsNull(definition, context);
        if (!isEmpty) reportProblems("result", definition, rawResult, method, context);
        return;
      }
      const { method, kind, rawParams } = message;
      if (method.startsWith("_")) return;
      const definitions = findMethod(method, invertDirection(message.dir), context);
      if (definitions === undefined) return reportUnknownMethod(message, context);
      const definition = definitions[kind];
      if (definition === undefined) reportWrongKind(message, context);
      const known = definition ?? definitions.request ?? definitions.notification;
      if (known !== undefined) reportProblems("params", known, rawParams ?? {}, method, context);
    },
  };
}

/** Returns the definitions of a method. Its handler sends messages in the given direction. */
function findMethod(
  method: string,
  handlerDir: MessageDirection,
  { connection: { version } }: MessageContext<SchemaRuleCode>,
): MethodSchema | undefined {
  const sides = lookUp(SCHEMAS[version].methods, method);
  return sides?.[handlerDir === "recv" ? "agent" : "client"] ?? sides?.protocol ?? sides?.proxy;
}

function reportUnknownMethod(
  { method, dir }: RequestMessage | NotificationMessage,
  { connection: { version }, report }: MessageContext<SchemaRuleCode | ValueRuleCode>,
): void {
  // A receiver may ignore protocol notifications that it does not know.
  if (method.startsWith("$/")) return;
  const sides = Object.keys(lookUp(SCHEMAS[version].methods, method) ?? {}) as MethodSide[];
  const receiver = dir === "recv" ? "client" : "agent";
  report(
    "unknown_method",
    sides.length > 0
      ? `The ${sides[0]} handles ${quote(method)}, not the ${receiver}.`
      : `Version ${version} of the protocol does not define ${quote(method)}.`,
    { path: "method", actual: method },
  );
}

function reportWrongKind(
  { kind, method }: RequestMessage | NotificationMessage,
  { report }: MessageContext<SchemaRuleCode | ValueRuleCode>,
): void {
  report(
    "wrong_message_kind",
    kind === "request"
      ? `${quote(method)} is a notification, but the message has an id.`
      : `${quote(method)} is a request, but the message has no id.`,
    { path: "id" },
  );
}

/** Version 1 treats `null` like an empty result, if no field is required. */
function acceptsNull(
  definition: string,
  { connection: { version } }: MessageContext<SchemaRuleCode>,
): boolean {
  const required = SCHEMAS[version].definitions[definition]?.required ?? [];
  return version === 1 && required.length === 0;
}

/** Groups the problems that items of the same list have in common. */
function groupByList(
  problems: readonly SchemaProblem[],
): Iterable<readonly [SchemaProblem, ...SchemaProblem[]]> {
  const groups = new Map<string, [SchemaProblem, ...SchemaProblem[]]>();
  for (const problem of problems) {
    const place = problem.path.map((key) => (/^\d+$/.test(key) ? "*" : key));
    const key = [problem.code, ...place].join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return groups.values();
}

/** A field with a wrong name is one defect: the field that it stands for is missing. */
function isMisnamed({ code, path }: SchemaProblem, problems: readonly SchemaProblem[]): boolean {
  if (code !== "unknown_field") return false;
  const parent = path.slice(0, -1).join(".");
  return problems.some(
    (other) =>
      /^(?:missing_field|wrong_type)$/.test(other.code) &&
      (other.path.slice(0, -1).join(".") === parent || other.path.join(".") === parent),
  );
}

/** A client that supports both versions may send the fields of both until it knows the version. */
function isOfOtherVersion(
  { code, path }: SchemaProblem,
  definition: string,
  version: 1 | 2,
): boolean {
  const other = SCHEMAS[version === 1 ? 2 : 1].definitions[definition]?.properties ?? {};
  return code === "unknown_field" && path.length === 1 && (path[0] ?? "") in other;
}
