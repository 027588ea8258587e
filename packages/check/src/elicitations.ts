import { validate } from "@cfworker/json-schema";
import { isObject, type JsonObject } from "./json.js";
import type { ResponseMessage } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type ElicitationRuleCode = "unknown_elicitation" | "elicitation_content";

export const ELICITATION_RULES: RuleTable<ElicitationRuleCode> = {
  unknown_elicitation: {
    severity: "warning",
    side: "agent",
    text: "The agent completes only elicitations that it has created with a URL, and each of them once.",
    link: linkToSpec("elicitation"),
    tck: listTck("", ""),
  },
  elicitation_content: {
    severity: "violation",
    side: "client",
    text: "The content of an accepted elicitation has the fields that its schema requests.",
    link: linkToSpec("elicitation"),
    tck: listTck("", ""),
  },
};

/** The keywords of a requested field that the check understands. A pattern could take forever. */
const FIELD_KEYWORDS = [
  ...["type", "enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
];

/** The types of fields in a form. The schema check reports other ones. */
const FIELD_TYPES = /^(?:string|number|integer|boolean|array)$/;

/**
 * Checks elicitations: `unknown_elicitation`, `elicitation_content`, and `duplicate_id` for the ids of
 * elicitations that are open together.
 */
export function createElicitationCheck(): Check<ElicitationRuleCode> {
  /** The ids of elicitations with a URL that the agent has not completed. */
  const open = new Set<unknown>();

  return {
    onMessage: (message, context) => {
      if (message.kind === "response") {
        const { request, result } = message;
        // Only after an accept does the agent wait for the user to visit the URL.
        if (request?.method === "elicitation/create" && result["action"] !== "accept")
          open.delete(request.params["elicitationId"]);
        return onElicitationResponse(message, context);
      }
      if (message.kind === "request" && message.abandons !== undefined) open.clear();
      if (message.dir !== "recv") return;
      const { elicitationId } = message.params;
      if (message.method === "elicitation/create" && elicitationId !== undefined) {
        if (open.has(elicitationId))
          context.report("duplicate_id", "An open elicitation has the same elicitationId.", {
            path: "params.elicitationId",
            actual: elicitationId,
          });
        open.add(elicitationId);
      }
      const isCompletion = message.method === "elicitation/complete" && context.isComplete;
      if (isCompletion && !open.delete(elicitationId))
        context.report(
          "unknown_elicitation",
          `No elicitation with the id ${quote(elicitationId)} is open.`,
          { path: "params.elicitationId", actual: elicitationId },
        );
    },
  };
}

function onElicitationResponse(
  { request, result }: ResponseMessage,
  { report }: MessageContext<ElicitationRuleCode>,
): void {
  const { action, content } = result;
  if (request?.method !== "elicitation/create" || action !== "accept") return;
  const schema = request.params["requestedSchema"];
  if (!isObject(schema) || !isObject(schema["properties"])) return;
  const fields = schema["properties"];
  const values = isObject(content) ? content : {};
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const name of required.filter((field) => typeof field === "string"))
    if (!Object.hasOwn(values, name))
      report("elicitation_content", `The requested field ${quote(name)} is missing.`, {
        path: `result.content.${name}`,
        expected: formatField(fields[name]),
        relatedFrames: [request.frame],
      });
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    const problem = isObject(field)
      ? findFieldProblem(field, value)
      : "The agent did not request it.";
    if (problem !== undefined)
      report("elicitation_content", `${quote(name)} is ${quote(value)}. ${problem}`, {
        path: `result.content.${name}`,
        expected: formatField(field),
        actual: value,
        relatedFrames: [request.frame],
      });
  }
}

function findFieldProblem(field: JsonObject, value: unknown): string | undefined {
  if (!FIELD_TYPES.test(String(field["type"]))) return undefined;
  const keywords = FIELD_KEYWORDS.filter((keyword) => field[keyword] != null);
  const schema = Object.fromEntries(keywords.map((keyword) => [keyword, field[keyword]]));
  try {
    return validate(value, schema, "2020-12").errors[0]?.error;
  } catch {
    // The schema comes from the agent, and the schema check has reported it.
    return undefined;
  }
}

function formatField(field: unknown): string {
  if (!isObject(field)) return "never";
  return Array.isArray(field["enum"])
    ? field["enum"].map(quote).join(" | ")
    : String(field["type"]);
}
