import { generateHydrationScript, renderToStringAsync } from "solid-js/web";
import { createServerStore } from "../../../core/tests/support/hydration.js";
import { App } from "./App.jsx";

export async function render(): Promise<{ html: string; head: string; state: string }> {
  const { store, state } = createServerStore();
  const html = await renderToStringAsync(() => <App store={store} />);
  return { html, head: generateHydrationScript(), state };
}
