import { renderToString } from "vue/server-renderer";
import { createServerStore } from "../../../core/tests/support/hydration.js";
import { createApp } from "./app.js";

export async function render(): Promise<{ html: string; state: string }> {
  const { store, state } = createServerStore();
  return { html: await renderToString(createApp(store)), state };
}
