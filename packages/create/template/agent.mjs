// agent.mjs
import { scriptedAgent } from "@acp-store/testing";
import { folderTranscripts, serveStdio } from "@acp-store/testing/node";

const agent = scriptedAgent({
  storage: folderTranscripts("node_modules/.cache/scripted-agent"),
  async onPrompt(turn) {
    await turn.say("I will fix the typo.");
    const isAllowed = await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
    await turn.say(isAllowed ? "Fixed." : "I left the file unchanged.");
  },
});
await serveStdio(agent);
