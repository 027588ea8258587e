import { hydrate } from "svelte";
import { hydrateWith } from "../../../core/tests/support/hydration.js";
import App from "./App.svelte";

hydrateWith((store, target) => hydrate(App, { target, props: { store }, recover: false }));
