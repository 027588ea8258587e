import type { Frame } from "@acp-store/core";

/**
 * A line of stdio as a line of a trace. A message keeps the text it was sent as. What is no JSON, which
 * agents must not write, becomes a message that is a string, so that it is seen, and found by a check.
 */
export function traceLine(dir: Frame["dir"], t: number, text: string): string {
  const msg = isJson(text) ? text : JSON.stringify(text);
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
