import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sendJson } from "../../src/local/index.js";
import { createPageDir, SECRET, startTestServer } from "./support/server.js";

describe("the page", () => {
  it("serves index.html and the files beside it", async () => {
    const server = await startTestServer();
    const headers = { cookie: await server.signIn() };
    expect(await server.get("/", { headers })).toMatchObject({
      status: 200,
      text: "<title>The page</title>",
    });
    expect(await server.get("/assets/index.js", { headers })).toMatchObject({
      status: 200,
      text: "export {};",
    });
    expect(await server.get("/", { headers, method: "HEAD" })).toMatchObject({
      status: 200,
      text: "",
    });
    expect((await server.get("/nothing", { headers })).status).toBe(404);
  });

  it("shows a notice until it has been built", async () => {
    const pageDir = createPageDir();
    rmSync(pageDir, { recursive: true });
    const server = await startTestServer({ pageDir });
    const headers = { cookie: await server.signIn() };
    const reply = await server.get("/", { headers });
    expect(reply).toMatchObject({ status: 503, text: expect.stringContaining("build script") });
    mkdirSync(pageDir);
    writeFileSync(join(pageDir, "index.html"), "built");
    expect((await server.get("/", { headers })).text).toBe("built");
  });

  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/..%2f..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%252e%252e/secret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "//../secret.txt",
    "/secret.txt",
    "/%00",
  ])("does not expose files outside its folder at %s", async (path) => {
    const server = await startTestServer();
    const reply = await server.get(path, { headers: { cookie: await server.signIn() } });
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain(SECRET);
  });
});

describe("requests", () => {
  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("refuses %s", async (method) => {
    const server = await startTestServer({ answerApi: () => expect.unreachable() });
    const headers = { cookie: await server.signIn() };
    for (const path of ["/", "/api/config"])
      expect(await server.get(path, { headers, method })).toMatchObject({
        status: 405,
        headers: { allow: "GET, HEAD" },
      });
  });

  it.each(["http://evil.example/", "http://[", "*", "index.html"])(
    "refuses the target %s, which is not a path",
    async (target) => {
      const server = await startTestServer();
      const reply = await server.get(target, { headers: { cookie: await server.signIn() } });
      expect(reply.status).toBe(400);
    },
  );

  it("keeps running after malformed requests", async () => {
    const server = await startTestServer();
    const cookie = await server.signIn();
    for (const path of ["/%", "//", "///evil.example", "/?token", "/%ff%fe"])
      expect((await server.get(path, { headers: { cookie } })).status).toBeLessThan(500);
    expect((await server.get("/", { headers: { cookie, range: "bytes=5-2" } })).status).toBe(200);
    expect((await server.get("/", { headers: { cookie } })).status).toBe(200);
  });

  it("reports an error of the API with status 500 and keeps running", async () => {
    const server = await startTestServer({
      answerApi() {
        throw new Error("broken");
      },
    });
    const headers = { cookie: await server.signIn() };
    expect(await server.get("/api/config", { headers })).toMatchObject({
      status: 500,
      text: "The server failed: Error: broken\n",
    });
    expect((await server.get("/", { headers })).status).toBe(200);
  });
});

describe("the API", () => {
  it("answers paths below /api/ with the parsed URL", async () => {
    const server = await startTestServer({
      answerApi: (_request, response, { pathname, searchParams }) =>
        sendJson(response, { pathname, id: searchParams.get("id") }),
    });
    const headers = { cookie: await server.signIn() };
    const reply = await server.get("/api/log?id=a%20b", { headers });
    expect(JSON.parse(reply.text)).toEqual({ pathname: "/api/log", id: "a b" });
    expect(reply.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect((await server.get("/", { headers })).text).toContain("The page");
  });

  it("answers with 404 if the server has no API", async () => {
    const server = await startTestServer();
    const headers = { cookie: await server.signIn() };
    expect((await server.get("/api/config", { headers })).status).toBe(404);
  });
});
