/** One page of the site that is written by hand. */
export interface Page {
  /** The text of its link in the navigation. */
  readonly text: string;
  /** The path of its Markdown file, relative to the repository. */
  readonly source: string;
  /** The path of its URL, without a slash at the beginning. */
  readonly path: string;
}

/** A group of pages in the sidebar. */
export interface Section {
  readonly text: string;
  readonly pages: readonly Page[];
}

const page = (text: string, source: string, path: string): Page => ({ text, source, path });

/**
 * All pages, in the order in which people need them. A page whose file does not exist yet is left
 * out, and the build names it.
 */
export const SECTIONS: readonly Section[] = [
  {
    text: "Getting started",
    pages: [
      page("Why acp-store", "docs/why.md", "why"),
      page("Quick start", "docs/quick-start.md", "quick-start"),
      page("Your own connection", "docs/own-connection.md", "own-connection"),
      page("Concepts", "docs/concepts.md", "concepts"),
      page("Environments", "docs/setup.md", "setup"),
      page("Versions", "docs/versions.md", "versions"),
      page("For coding assistants", "skills/acp-store/SKILL.md", "coding-assistants"),
    ],
  },
  {
    text: "Store and agent",
    pages: [
      page("The store", "packages/core/README.md", "guides/store"),
      page("Connecting to an agent", "packages/client/README.md", "guides/client"),
      page("Several agents", "docs/agents.md", "guides/agents"),
      page("Fleet package", "packages/fleet/README.md", "guides/fleet"),
      page("A server for agents", "docs/server.md", "guides/server"),
      page("Server package", "packages/server/README.md", "guides/server-package"),
      page("Agents from the registry", "docs/registry.md", "guides/registry"),
      page("Registry package", "packages/registry/README.md", "guides/registry-package"),
      page("Review of files", "docs/review.md", "guides/review"),
      page("Review package", "packages/review/README.md", "guides/review-package"),
      page("Your own transport", "docs/transports.md", "guides/transports"),
      page("Sessions, sign-in, settings", "docs/sessions.md", "guides/sessions"),
      page("Worktrees", "docs/worktrees.md", "guides/worktrees"),
      page("Continuing with another agent", "docs/handoff.md", "guides/handoff"),
      page("Observability", "docs/observability.md", "guides/observability"),
      page("Permission policies", "docs/permissions.md", "guides/policies"),
      page("Saving sessions", "docs/persistence.md", "guides/persistence"),
      page("Storages", "packages/persist/README.md", "guides/storages"),
    ],
  },
  {
    text: "User interfaces",
    pages: [
      page("React", "packages/react/README.md", "guides/react"),
      page("The panel as parts", "packages/ui/README.md", "guides/ui"),
      page("Vue", "packages/vue/README.md", "guides/vue"),
      page("Svelte", "packages/svelte/README.md", "guides/svelte"),
      page("Solid", "packages/solid/README.md", "guides/solid"),
      page("Lit", "packages/lit/README.md", "guides/lit"),
      page("Angular", "packages/angular/README.md", "guides/angular"),
      page("assistant-ui", "packages/assistant-ui/README.md", "guides/assistant-ui"),
      page("AI SDK", "packages/ai-sdk/README.md", "guides/ai-sdk"),
      page("Without a framework", "docs/without-react.md", "guides/without-a-framework"),
      page("Theming a panel", "docs/theming.md", "guides/theming"),
    ],
  },
  {
    text: "Parts of the panel",
    pages: [
      page("Panel", "docs/parts/panel.md", "parts/panel"),
      page("Conversation", "docs/parts/conversation.md", "parts/conversation"),
      page("Requests", "docs/parts/requests.md", "parts/requests"),
      page("Review", "docs/parts/review.md", "parts/review"),
      page("Composer, plan, settings", "docs/parts/composer.md", "parts/composer"),
      page("Sessions and connection", "docs/parts/sessions.md", "parts/sessions"),
      page("Several agents", "docs/parts/fleet.md", "parts/fleet"),
      page("Content", "docs/parts/content.md", "parts/content"),
      page("Controls", "docs/parts/controls.md", "parts/controls"),
    ],
  },
  {
    text: "Applications",
    pages: [
      page("VS Code", "docs/vscode.md", "guides/vscode"),
      page("Electron", "docs/electron.md", "guides/electron"),
      page("Terminal", "docs/terminal.md", "guides/terminal"),
      page("Next.js and SSR", "docs/server-rendering.md", "guides/server-rendering"),
      page("Several windows", "docs/windows.md", "guides/windows"),
      page("Remote and phone", "docs/remote.md", "guides/remote"),
      page("NATS", "docs/nats.md", "guides/nats"),
      page("Mirrors", "packages/mirror/README.md", "guides/mirrors"),
    ],
  },
  {
    text: "Examples",
    pages: [
      page("Editor", "examples/editor/README.md", "examples/editor"),
      page("Scripted agent", "examples/agent/README.md", "examples/agent"),
      page("Terminal client", "examples/terminal/README.md", "examples/terminal"),
      page("VS Code extension", "examples/vscode/README.md", "examples/vscode"),
    ],
  },
  {
    text: "Testing and debugging",
    pages: [
      page("Testing", "docs/testing.md", "guides/testing"),
      page("Scripted agents", "packages/testing/README.md", "guides/scripted-agents"),
      page("Devtools", "docs/devtools.md", "guides/devtools"),
      page("Devtools packages", "packages/devtools/README.md", "guides/devtools-packages"),
      page("Traces", "docs/traces.md", "guides/traces"),
      page("acp-inspect", "packages/inspect/README.md", "guides/acp-inspect"),
      page("create-acp-store", "packages/create/README.md", "guides/create-acp-store"),
      page("Check package", "packages/check/README.md", "guides/check-package"),
      page("Conformance checks", "docs/conformance.md", "guides/conformance"),
    ],
  },
  {
    text: "Protocol",
    pages: [
      page("Fields", "docs/protocol.md", "protocol/fields"),
      page("Methods", "docs/methods.md", "protocol/methods"),
      page("Diagnostics", "docs/diagnostics.md", "protocol/diagnostics"),
    ],
  },
  {
    text: "Evaluation",
    pages: [
      page("Performance", "docs/performance.md", "performance"),
      page("Comparison", "docs/comparison.md", "comparison"),
      page("Architecture", "ARCHITECTURE.md", "architecture"),
      page("API decisions", "docs/api-decisions.md", "api-decisions"),
    ],
  },
  {
    text: "Migration",
    pages: [
      page("From use-acp", "docs/migration/use-acp.md", "migration/use-acp"),
      page("From your own reducer", "docs/migration/own-reducer.md", "migration/own-reducer"),
    ],
  },
  {
    text: "Project",
    pages: [
      page("Changelog", "CHANGELOG.md", "changelog"),
      page("Contributing", "CONTRIBUTING.md", "contributing"),
      page("Security", "SECURITY.md", "security"),
    ],
  },
];
