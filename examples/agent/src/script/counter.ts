import { setTimeout as pause } from "node:timers/promises";

// The command behind `/long`. Usage: node counter.js TICKS MILLISECONDS
const [ticks, milliseconds] = process.argv.slice(2).map(Number);

for (let tick = 1; tick <= (ticks ?? 0); tick += 1) {
  if (tick > 1) await pause(milliseconds);
  console.log(`tick ${tick} of ${ticks}`);
}
