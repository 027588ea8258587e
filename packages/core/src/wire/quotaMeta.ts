import * as z from "zod/mini";
import type { Meta } from "../state/content.js";
import type { TokenCounts, TokenUsage } from "../state/entities.js";
import { presentFields } from "../json.js";
import { countSchema, stringSchema } from "./commonSchemas.js";
import { parseLenient } from "./parse.js";
import { lenientList, optional } from "./schema.js";

/** The most models of a turn that are kept. */
const MAX_MODELS = 32;

// Agents write the names of the counts in two ways.
const countsSchema = z.object({
  totalTokens: optional(countSchema),
  inputTokens: optional(countSchema),
  input_tokens: optional(countSchema),
  outputTokens: optional(countSchema),
  output_tokens: optional(countSchema),
  cachedInputTokens: optional(countSchema),
  cachedWriteTokens: optional(countSchema),
  reasoningOutputTokens: optional(countSchema),
});
const quotaSchema = z.object({
  token_count: optional(countsSchema),
  model_usage: optional(
    lenientList(
      z.object({
        model: stringSchema.check(z.maxLength(200)),
        token_count: countsSchema,
      }),
    ),
  ),
});

/** The part of a message that reports the tokens of ended work. */
interface UsageReport {
  readonly usage?: TokenUsage | null | undefined;
  readonly _meta?: Meta | null | undefined;
}

/**
 * Returns a report with the tokens of each model, which agents send in `_meta.quota`. Gemini sends all of
 * its tokens only there.
 */
export function withQuota<Report extends UsageReport>(report: Report): Report {
  const quota = report._meta?.["quota"];
  if (report.usage == null && quota === undefined) return report;
  const { token_count: sent, model_usage: models = [] } =
    parseLenient(quotaSchema, quota ?? {}, []).value ?? {};
  const counts = report.usage ?? (sent && toCounts(sent));
  if (counts === undefined) return report;
  // The agent's usage may have a field of the same name.
  const { models: _, ...usage }: TokenUsage = counts;
  const used = models
    .slice(0, MAX_MODELS)
    .map(({ model, token_count: tokens }) => ({ model, ...toCounts(tokens) }));
  return { ...report, usage: used.length === 0 ? usage : { ...usage, models: used } };
}

function toCounts(counts: z.infer<typeof countsSchema>): TokenCounts {
  const inputTokens = counts.inputTokens ?? counts.input_tokens ?? 0;
  const outputTokens = counts.outputTokens ?? counts.output_tokens ?? 0;
  return {
    totalTokens: counts.totalTokens ?? inputTokens + outputTokens,
    inputTokens,
    outputTokens,
    ...presentFields({
      thoughtTokens: counts.reasoningOutputTokens,
      cachedReadTokens: counts.cachedInputTokens,
      cachedWriteTokens: counts.cachedWriteTokens,
    }),
  };
}
