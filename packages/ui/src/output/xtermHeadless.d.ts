// The package names a module file that it does not have, so this one is imported by its path.
declare module "@xterm/headless/lib-headless/xterm-headless.mjs" {
  export * from "@xterm/headless";
}
