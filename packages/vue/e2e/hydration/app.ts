import type { AcpView } from "@acp-store/core";
import { acpPlugin, useUsage } from "@acp-store/vue";
import { type App, createSSRApp, defineComponent, h } from "vue";
import { HYDRATED_SESSION } from "../../../core/tests/support/hydration.js";

const Usage = defineComponent(() => {
  const usage = useUsage({ sessionId: HYDRATED_SESSION });
  return () => h("p", `${usage.value?.used} of ${usage.value?.size}`);
});

export const createApp = (store: AcpView): App => createSSRApp(Usage).use(acpPlugin, { store });
