import { render as renderComponent } from "svelte/server";
import { createServerStore } from "../../../core/tests/support/hydration.js";
import App from "./App.svelte";

export async function render(): Promise<{ html: string; head: string; state: string }> {
  const { store, state } = createServerStore();
  const { body, head } = await renderComponent(App, { props: { store } });
  return { html: body, head, state };
}
