import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import { playwright } from "@vitest/browser-playwright";
import solid from "vite-plugin-solid";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";
import { createProgressReporter } from "./tests/support/progressReporter.js";

const SOURCE = "@acp-store/source";
/**
 * Dependencies to bundle before the first test. Vite reloads the page when it finds a new one
 * during a run.
 */
const BROWSER_DEPENDENCIES = [
  "@testing-library/react",
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
];
/**
 * Timeouts that fail a hanging test, but not a slow one on a busy machine. Some tests start
 * processes.
 */
const TIMEOUTS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
/**
 * A busy machine can delay a browser in ways that no wait of a test foresees. CI runs a failed test again,
 * and the report names it.
 */
const IN_BROWSER = { ...TIMEOUTS, retry: process.env.CI === undefined ? 0 : 1 };
const jsonReport = process.env.ACP_TEST_REPORT;
const takesScreenshots = process.argv.includes("--mode=screenshots");
/** The number of times that a test kills a program in the middle of its writes. */
const CRASH_KILLS = process.argv.includes("--mode=crash") ? "100" : "3";

/** Resolves workspace packages to their `src` folders, so that tests need no build. */
const createResolveConfig = (...conditions: string[]) => {
  const resolve = { conditions: [SOURCE, ...conditions, "development|production"] };
  return { resolve, ssr: { resolve } };
};
const inNode = createResolveConfig("node");
const inBrowser = createResolveConfig("module", "browser");
const failOnConsole = "./tests/support/failOnConsole.ts";
const cleanup = "./tests/support/cleanup.ts";
const restoreGlobals = "./tests/support/restoreGlobals.ts";
const actEnvironment = "./tests/support/actEnvironment.ts";
const quietLit = "./tests/support/quietLit.ts";
/** The packages of the frameworks other than React. */
const ADAPTERS = ["angular", "lit", "solid", "svelte", "vue"];
/** The plugin of Svelte looks for it in the root, which does not depend on it. */
const withoutPrebundledSvelte = { optimizeDeps: { exclude: ["svelte"] } };
/** Tests of these packages that render in Node, as on a server. */
const SERVER_TESTS = "packages/{angular,lit,solid,svelte}/tests/server.test.{ts,tsx}";
/** Files that replace modules with `vi.mock`, or load them again. All others share the modules of their worker. */
const ISOLATED = "**/*.isolated.test.{ts,tsx}";

/**
 * Tests that build or start programs, or take long. The tests of `client/node` also start
 * processes, but are quick.
 */
const PROGRAMS = [
  "packages/inspect/tests/**/*.test.ts",
  "packages/server/tests/{agents,local/start*}{,/**}.test.ts",
  "packages/testing/tests/node/**/*.test.ts",
  "packages/client/tests/node/agentProcess.test.ts",
  "packages/persist/tests/{crash/**/*,node/*,adapters/damagedFiles,adapters/fileStorage}.test.ts",
  "packages/{fleet,mirror}/tests/nats/**/*.test.ts",
  "packages/review/tests/{crash/*,node/{copy,git}Snapshots,openReview.property}.test.ts",
  "packages/core/tests/{conformance/updates,tap/olderSdks}.test.ts",
  "examples/*/tests/**/*.test.ts",
  "{bench,site}/tests/**/*.test.ts",
  "tests/!(clone|packed)/**/*.test.ts",
];

const unit: TestProjectConfiguration = {
  ...inNode,
  test: {
    ...TIMEOUTS,
    name: "unit",
    environment: "node",
    include: [`packages/!(${ADAPTERS.join("|")})/tests/**/*.test.ts`],
    exclude: [ISOLATED, ...PROGRAMS],
    isolate: false,
    setupFiles: [restoreGlobals, failOnConsole],
  },
};

const programs: TestProjectConfiguration = {
  ...inNode,
  test: {
    ...TIMEOUTS,
    name: "programs",
    environment: "node",
    env: { CRASH_KILLS },
    include: PROGRAMS,
    exclude: [ISOLATED],
    isolate: false,
    setupFiles: [restoreGlobals, failOnConsole],
    globalSetup: [
      "./examples/agent/tests/support/build.ts",
      "./examples/editor/tests/support/build.ts",
      "./examples/terminal/tests/support/build.ts",
      "./packages/inspect/tests/support/build.ts",
      "./packages/persist/tests/support/build.ts",
      "./bench/tests/support/build.ts",
    ],
    typecheck: {
      enabled: true,
      checker: "tsc",
      tsconfig: "./tsconfig.vitest.json",
      include: ["packages/*/tests/**/*.test-d.{ts,tsx}"],
      ignoreSourceErrors: true,
    },
  },
};

/** Tests of the packages as users install them, from the npm registry or the cache of npm. */
const packed: TestProjectConfiguration = {
  test: {
    ...TIMEOUTS,
    name: "packed",
    environment: "node",
    include: ["tests/packed/**/*.test.ts"],
    setupFiles: [failOnConsole, "./tests/packed/support/setup.ts"],
    globalSetup: ["./tests/packed/support/freshProject.ts"],
  },
};

/** Tests of the examples as users start them, after a clone. */
const clone: TestProjectConfiguration = {
  test: {
    ...TIMEOUTS,
    name: "clone",
    environment: "node",
    include: ["tests/clone/**/*.test.ts"],
    setupFiles: [failOnConsole],
  },
};

const reactDom: TestProjectConfiguration = {
  ...inNode,
  plugins: [react()],
  test: {
    ...TIMEOUTS,
    name: "react",
    environment: "jsdom",
    isolate: false,
    env: { REACT_MAJOR: "19" },
    include: [
      `packages/!(${ADAPTERS.join("|")})/tests/**/*.test.tsx`,
      "examples/*/tests/**/*.test.tsx",
      "bench/tests/**/*.test.tsx",
    ],
    exclude: [ISOLATED],
    setupFiles: [restoreGlobals, actEnvironment, failOnConsole, cleanup],
  },
};

const isolated: TestProjectConfiguration = {
  ...inNode,
  plugins: [react()],
  test: {
    ...TIMEOUTS,
    name: "isolated",
    environment: "jsdom",
    include: [`{packages/!(${ADAPTERS.join("|")}),examples/*}/tests/${ISOLATED}`],
    setupFiles: [actEnvironment, failOnConsole, cleanup],
  },
};

/** The packages and the examples of the manual for frameworks other than React. */
const frameworks: TestProjectConfiguration = {
  ...createResolveConfig("browser"),
  ...withoutPrebundledSvelte,
  plugins: [vue(), svelte({ configFile: false }), solid({ hot: false })],
  test: {
    ...TIMEOUTS,
    name: "frameworks",
    environment: "jsdom",
    include: [
      "docs/tests/**/*.test.ts",
      `packages/{${ADAPTERS.join(",")}}/tests/**/*.test.{ts,tsx}`,
    ],
    exclude: [SERVER_TESTS, ISOLATED],
    isolate: false,
    setupFiles: [
      restoreGlobals,
      quietLit,
      failOnConsole,
      ...ADAPTERS.map((name) => `./packages/${name}/tests/cleanup.ts`),
    ],
    server: { deps: { inline: [/solid-js/, /svelte/, /lit/] } },
  },
};

/** Tests of these packages that load modules again. */
const isolatedFrameworks: TestProjectConfiguration = {
  ...frameworks,
  test: {
    ...frameworks.test,
    name: "isolated-frameworks",
    include: [`packages/{${ADAPTERS.join(",")}}/tests/${ISOLATED}`],
    exclude: [],
    isolate: true,
  },
};

/** The same packages on a server. Each file has its own globals, as frameworks add some to Node. */
const servers: TestProjectConfiguration = {
  ...inNode,
  ...withoutPrebundledSvelte,
  plugins: [svelte({ configFile: false }), solid({ hot: false, ssr: true })],
  test: {
    ...TIMEOUTS,
    name: "servers",
    environment: "node",
    include: [SERVER_TESTS],
    setupFiles: [quietLit, failOnConsole],
    server: { deps: { inline: [/solid-js/, /svelte/] } },
  },
};

/** The packages that are installed together with the oldest supported version of React. */
const react18Packages = [
  "@testing-library/react",
  "react",
  "react-dom",
  "use-sync-external-store",
  "zustand",
];
const react18Folder = fileURLToPath(new URL("tests/react-18/node_modules/", import.meta.url));

const react18: TestProjectConfiguration = {
  ...inNode,
  resolve: {
    ...inNode.resolve,
    alias: react18Packages.map((name) => ({
      find: new RegExp(`^${name}(?=/|$)`),
      replacement: `${react18Folder}${name}`,
    })),
  },
  plugins: [react()],
  test: {
    ...TIMEOUTS,
    name: "react18",
    environment: "jsdom",
    isolate: false,
    env: { REACT_MAJOR: "18" },
    include: ["packages/{devtools,react}/tests/**/*.test.tsx"],
    // React 18 has no <Activity>.
    exclude: ["packages/react/tests/activity.test.tsx", ISOLATED],
    setupFiles: [restoreGlobals, actEnvironment, failOnConsole, cleanup],
  },
};

/** The client and the scripted agent with the oldest SDK that their ranges allow. */
const oldestSdk: TestProjectConfiguration = {
  ...inNode,
  resolve: {
    ...inNode.resolve,
    alias: [{ find: /^@agentclientprotocol\/sdk(?=\/|$)/, replacement: "acp-sdk-2.3" }],
  },
  test: {
    ...TIMEOUTS,
    name: "oldest-sdk",
    environment: "node",
    isolate: false,
    include: ["packages/{client,testing}/tests/**/*.test.ts"],
    exclude: [ISOLATED],
    setupFiles: [restoreGlobals, failOnConsole],
  },
};

const browser = (executablePath: string): TestProjectConfiguration => ({
  ...inBrowser,
  plugins: [react()],
  optimizeDeps: { include: BROWSER_DEPENDENCIES },
  test: {
    ...IN_BROWSER,
    name: "browser",
    include: ["packages/*/browser/**/*.test.{ts,tsx}"],
    setupFiles: [failOnConsole, cleanup],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: { executablePath, args: CHROMIUM_ARGS },
        // The headless shell has nobody to ask.
        contextOptions: { permissions: ["clipboard-read", "clipboard-write"] },
        actionTimeout: TIMEOUTS.expect.poll.timeout,
      }),
    },
  },
});

const e2e = (executablePath: string): TestProjectConfiguration => ({
  ...inNode,
  test: {
    ...IN_BROWSER,
    name: "e2e",
    environment: "node",
    // Screenshots are for people and check nothing, so only `npm run screenshots` takes them.
    include: takesScreenshots
      ? ["examples/editor/e2e/screenshots.ts"]
      : ["{packages,examples}/*/e2e/**/*.test.ts"],
    env: { CHROMIUM_PATH: executablePath, CRASH_KILLS },
    isolate: false,
    globalSetup: [
      "./tests/support/chromium.ts",
      "./examples/agent/tests/support/build.ts",
      "./examples/editor/e2e/support/build.ts",
      "./examples/vscode/e2e/support/build.ts",
      "./packages/inspect/e2e/build.ts",
    ],
  },
});

/** Tests of the built documentation site. */
const site = (executablePath: string): TestProjectConfiguration => ({
  ...inNode,
  test: {
    ...IN_BROWSER,
    name: "site",
    environment: "node",
    include: ["site/e2e/**/*.test.ts"],
    env: { CHROMIUM_PATH: executablePath },
    setupFiles: [failOnConsole],
    globalSetup: ["./tests/support/chromium.ts", "./site/e2e/support/build.ts"],
  },
});

const CHROMIUM_HINT =
  "Chromium was not found. Install it (Debian: apt-get install -y chromium-headless-shell, Ubuntu: apt-get install -y chromium) or set CHROMIUM_PATH to its path.";

/** The tests that `npm test` runs: they need nothing but Node. */
const FAST = [unit, isolated, reactDom, frameworks, isolatedFrameworks, servers];
const REST = [programs, packed, clone, react18, oldestSdk];

/** Returns the projects of the tier to run, and what is skipped. Without a tier, these are all. */
function chooseProjects(): { projects: TestProjectConfiguration[]; skipped: string[] } {
  if (process.argv.includes("--mode=fast"))
    return {
      projects: FAST,
      skipped: [
        "Tests of browsers, programs, packed packages and older versions. Run them with npm run test:rest.",
      ],
    };
  const tier = process.argv.includes("--mode=rest") ? REST : [...FAST, ...REST];
  const path = findChromium();
  if (path !== undefined)
    return { projects: [...tier, browser(path), e2e(path), site(path)], skipped: [] };
  if (process.env.ACP_REQUIRE_BROWSER === "1")
    throw new Error(`ACP_REQUIRE_BROWSER=1 requires a browser. ${CHROMIUM_HINT}`);
  return { projects: tier, skipped: [`Tests in browsers. ${CHROMIUM_HINT}`] };
}

const { projects, skipped } = chooseProjects();
const progress = createProgressReporter(skipped);

export default defineConfig({
  test: {
    // Many tests wait for a process, a page or a timeout. More workers than cores use that time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    coverage: {
      include: ["packages/*/src/**"],
      reporter: ["text-summary", "json-summary"],
    },
    reporters: ["default", progress, ...(jsonReport ? ["json"] : [])],
    ...(jsonReport && { outputFile: { json: jsonReport } }),
    projects,
  },
});
