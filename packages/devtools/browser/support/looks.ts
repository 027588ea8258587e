import type {} from "@vitest/browser-playwright";
import type { AxeResults, RunOptions } from "axe-core";
import { cdp } from "vitest/browser";
import axeSource from "axe-core/axe.min.js?raw";

declare const axe: {
  run: (root: Document, options: RunOptions) => Promise<AxeResults>;
};

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
};

/** Returns the accessibility violations that axe finds. */
export async function violations(): Promise<string[]> {
  if (!("axe" in globalThis)) {
    const script = document.createElement("script");
    script.textContent = axeSource;
    document.head.append(script);
  }
  const { violations: found } = await axe.run(document, OPTIONS);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** Sets the color scheme of the system. */
export async function prefer(scheme: string): Promise<void> {
  const features = [
    { name: "prefers-color-scheme", value: scheme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}
