import { createRoot } from "react-dom/client";
import { AcpDevtools } from "./AcpDevtools.js";
import type { AcpDevtoolsProps, DevtoolsOptions } from "./options.js";

/**
 * Renders the panel into an element of a page that does not use React. Returns a function that
 * removes it.
 *
 * @example
 * ```ts
 * const unmount = mountDevtools(document.body.appendChild(document.createElement("div")), store);
 * ```
 */
export function mountDevtools(
  element: Element,
  store: AcpDevtoolsProps["store"],
  options: DevtoolsOptions = {},
): () => void {
  const root = createRoot(element);
  root.render(<AcpDevtools {...options} store={store} />);
  return () => root.unmount();
}
