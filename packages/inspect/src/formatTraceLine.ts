import type { Frame } from "@acp-store/core";

/**
 * Formats a line of stdio as a line of a trace. A message keeps its original text. A line on stdout that
 * is not JSON, which agents must not write, becomes a string, so it stays visible and a check reports
 * it. A line on stderr is always a string.
 */
export function formatTraceLine(dir: Frame["dir"], t: number, text: string): string {
  const msg = dir !== "stderr" && isJson(text) ? text : JSON.stringify(text);
  return `{"t":${t},"dir":"${dir}","msg":${msg}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
