import { serveStdio } from "@acp-store/testing/node";
import { createDemoAgent } from "./demoAgent.js";

await serveStdio(
  createDemoAgent({
    speed: parseSpeed(process.env.ACP_DEMO_SPEED),
    requiresSignIn: process.env.ACP_DEMO_SIGN_IN === "1",
  }),
);

/** Parses `ACP_DEMO_SPEED`. Falls back to 1 for anything but a positive number. */
function parseSpeed(text: string | undefined): number {
  const speed = Number(text ?? 1);
  if (Number.isFinite(speed) && speed > 0) return speed;
  console.error(`ACP_DEMO_SPEED must be a positive number, got "${text}". Using 1.`);
  return 1;
}
