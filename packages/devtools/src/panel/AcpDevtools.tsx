import type { ReactNode } from "react";
import type { AcpDevtoolsProps } from "./options.js";
import { Devtools } from "./ui/Devtools.js";
import { ShadowHost } from "./ui/ShadowHost.js";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Bundlers put the word in. */
const isDevelopment: boolean = process.env.NODE_ENV !== "production";

/**
 * A panel that shows what a store hears, does and waits for: a timeline, the log with the way back
 * in time, the state, what is pending, diagnostics and traffic. Opens and saves traces. The live store is
 * only read. Its styles and the page's do not meet.
 *
 * @example
 * ```tsx
 * <AcpDevtools store={store} />
 * ```
 */
export function AcpDevtools({
  enabled = isDevelopment,
  theme = "system",
  ...options
}: AcpDevtoolsProps): ReactNode {
  if (!enabled) return null;
  return (
    <ShadowHost theme={theme}>
      <Devtools {...options} />
    </ShadowHost>
  );
}
