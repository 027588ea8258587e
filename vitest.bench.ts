import { defineConfig } from "vitest/config";

const conditions = ["@acp-store/source", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    include: [],
    benchmark: { include: ["packages/*/bench/**/*.bench.ts"] },
  },
});
