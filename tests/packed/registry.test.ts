import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, it } from "vitest";
import { archiveOf } from "../../scripts/packages.mjs";
import { createRegistryItems } from "../../site/src/registry.js";

const freshProject = inject("freshProject");
const project = join(freshProject, "registry");
/** The command line of shadcn. */
const shadcn = createRequire(import.meta.url).resolve("shadcn");

/** The packages of this repository are not published, so their archives are installed. */
const items = createRegistryItems((name, version) => {
  const archive = join(inject("archives"), archiveOf(name));
  return existsSync(archive) ? archive : `${name}@${version}`;
});

/** The colors that shadcn asks its own registry for, which has none here. */
const NO_COLORS = {
  inlineColors: { light: {}, dark: {} },
  cssVars: { light: {}, dark: {} },
  inlineColorsTemplate: "",
  cssVarsTemplate: "",
};

const CONFIG = {
  style: "new-york",
  rsc: false,
  tsx: true,
  tailwind: { config: "", css: "src/index.css", baseColor: "neutral", cssVariables: true },
  aliases: { components: "@/components", utils: "@/lib/utils" },
};

const APP = `
  import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
  import { createAcpStore } from "@acp-store/core";
  import { PermissionDock } from "./components/acp/permission/PermissionDock";
  import { ToolCallCard } from "./components/acp/toolCall/ToolCallCard";
  import "./components/acp/style.css";
  const store = createAcpStore();
  export const App = () => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <ToolCallCard id="call_1" permissionIds={[]} />
        <PermissionDock />
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
`;

function write(path: string, content: unknown): void {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(project, path), text);
}

/** Serves the registry, as the site does, and the colors. Returns its address. */
async function serveRegistry(): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const name = /\/r\/([\w/-]+)\.json$/.exec(request.url ?? "")?.[1];
    const item = name?.startsWith("colors/") ? NO_COLORS : items.find((each) => each.name === name);
    response.statusCode = item === undefined ? 404 : 200;
    response.end(JSON.stringify(item ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/r`, close: () => void server.close() };
}

beforeAll(async () => {
  mkdirSync(join(project, "src"), { recursive: true });
  write("package.json", { name: "registry-user", private: true, type: "module" });
  write("components.json", CONFIG);
  write("src/index.css", "");
  write("src/App.tsx", APP);
  write("tsconfig.json", {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      jsx: "react-jsx",
      module: "ESNext",
      moduleResolution: "Bundler",
      target: "ES2023",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      types: ["vite/client"],
      paths: { "@/*": ["./src/*"] },
    },
    include: ["src"],
  });
  const { address, close } = await serveRegistry();
  try {
    const names = ["permission-dock", "tool-call-card"];
    const urls = names.map((name) => `${address}/${name}.json`);
    await promisify(execFile)(process.execPath, [shadcn, "add", ...urls, "--yes"], {
      cwd: project,
      env: { ...process.env, REGISTRY_URL: address, npm_config_prefer_offline: "true" },
    });
  } finally {
    close();
  }
});

it("adds parts whose code the project can compile and change", () => {
  expect(existsSync(join(project, "src/components/acp/permission/PermissionDock.tsx"))).toBe(true);
  const tsc = join(freshProject, "node_modules/typescript/bin/tsc");
  expect(() =>
    execFileSync(process.execPath, [tsc, "--noEmit"], { cwd: project, encoding: "utf8" }),
  ).not.toThrow();
});

it("installs only the libraries that the parts use", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ dependencies: { "@acp-store/core": expect.anything() } });
  expect(manifest).not.toMatchObject({ dependencies: { marked: expect.anything() } });
});
