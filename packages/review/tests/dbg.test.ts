import { it } from "vitest";
import { writeFileSync } from "node:fs";
import { openProject } from "./support/openProject.js";
it("debugs", async () => {
  const L = Array.from({ length: 400 }, (_, index) => `line ${index}\n`).join("");
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`src/${index}.ts`, L]),
  );
  const t0 = performance.now();
  const project = await openProject(files);
  const t1 = performance.now();
  let t15 = 0;
  await project.prompt(async (_turn, tools) => {
    await tools.run("sed -i s/7/seven/ src/*.ts");
    t15 = performance.now();
  });
  const t2 = performance.now();
  await project.review.reject("all", { include: ["unknown"] });
  const t3 = performance.now();
  writeFileSync("/tmp/dbg.json", JSON.stringify([t1 - t0, t15 - t1, t2 - t15, t3 - t2]));
});
