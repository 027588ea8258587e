import { defineConfig } from "vitest/config";

const conditions = ["@acp-store/source", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    include: [],
    env: { NODE_ENV: "production" },
    benchmark: { include: ["packages/*/bench/**/*.bench.ts"] },
  },
});
