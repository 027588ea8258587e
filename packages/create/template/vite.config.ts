// vite.config.ts
import { agents } from "@acp-store/server/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const all = [
  { id: "scripted", name: "Scripted agent", command: "node", args: ["agent.mjs"] },
  { id: "gemini", name: "Gemini CLI", command: "npx", args: ["@google/gemini-cli", "--acp"] },
];

export default defineConfig({ plugins: [react(), agents({ agents: all })] });
