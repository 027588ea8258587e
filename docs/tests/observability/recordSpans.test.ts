import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { type AgentScript, scriptedAgent } from "@acp-store/testing";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, it, onTestFinished } from "vitest";
import { recordSpans } from "./recordSpans.js";

/** Sends a prompt to an agent, and returns the spans of its turn. */
async function spansOf(onPrompt: AgentScript["onPrompt"]): Promise<readonly ReadableSpan[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const store = createAcpStore({ permissionPolicy: () => "allow-once" });
  const agent = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  onTestFinished(() => agent.close());
  onTestFinished(recordSpans(store, provider.getTracer("acp")));
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  await agent.prompt(sessionId, "secret").catch(() => {});
  store.flush();
  return exporter.getFinishedSpans();
}

const describeSpan = ({ name, attributes, parentSpanContext }: ReadableSpan) => [
  name,
  parentSpanContext === undefined ? "root" : "child",
  attributes["error.type"],
];

it("shows the tested code on the page", () => {
  const page = readFileSync(join(import.meta.dirname, "../../observability.md"), "utf8");
  const code = readFileSync(join(import.meta.dirname, "recordSpans.ts"), "utf8");
  expect(page).toContain(`\`\`\`ts\n// recordSpans.ts\n${code}\`\`\``);
});

it("records a turn, its calls and the time of its requests, without content", async () => {
  const spans = await spansOf(async (turn) => {
    await turn.read("/project/secret.txt", "secret");
    await turn.edit({ path: "/project/secret.txt", oldText: "secret", newText: "secret" });
    const call = await turn.call({ title: "secret", kind: "execute", status: "in_progress" });
    await call.fail();
    await turn.say("secret");
  });
  expect(spans.map(describeSpan)).toEqual([
    ["execute_tool read", "child", undefined],
    ["execute_tool edit", "child", undefined],
    ["execute_tool execute", "child", "tool_failed"],
    ["wait_for_user", "child", undefined],
    ["invoke_agent acp-scripted-agent", "root", undefined],
  ]);
  expect(spans.at(-2)?.attributes).toEqual({
    "acp.request": "permission",
    "acp.outcome": "selected",
  });
  expect(spans.at(-1)?.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.response.finish_reasons": ["end_turn"],
  });
  const root = spans.at(-1)?.spanContext();
  for (const span of spans) {
    const { startTime, endTime } = span;
    expect(endTime[0] + endTime[1] / 1e9).toBeGreaterThanOrEqual(startTime[0] + startTime[1] / 1e9);
    expect(span.spanContext().traceId).toBe(root?.traceId);
  }
  expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain(
    "secret",
  );
});

it("records a turn that begins and ends in one batch", async () => {
  const spans = await spansOf(async () => {});
  expect(spans.map(describeSpan)).toEqual([["invoke_agent acp-scripted-agent", "root", undefined]]);
});

it("records why a turn failed", async () => {
  const spans = await spansOf((turn) => turn.crash());
  expect(spans.map(describeSpan)).toEqual([
    ["invoke_agent acp-scripted-agent", "root", "connection_lost"],
  ]);
});
