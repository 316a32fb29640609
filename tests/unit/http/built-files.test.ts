import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFiles } from "@server/http/built-files";

const script = "export const answer = 42;\n".repeat(20);
const folder = mkdtempSync(path.join(tmpdir(), "breathroom-built-"));
let server: Server;

beforeAll(async () => {
  mkdirSync(path.join(folder, "_shared"));
  writeFileSync(path.join(folder, "_shared/one.js"), script);
  writeFileSync(path.join(folder, "_shared/one.js.br"), brotliCompressSync(script));
  writeFileSync(path.join(folder, "_shared/one.js.gz"), gzipSync(script));
  writeFileSync(path.join(folder, "plain.js"), script);
  const app = express().use("/build", ...builtFiles(folder));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const fetchFile = (name: string, acceptEncoding: string) => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/build/${name}`, { headers: { "Accept-Encoding": acceptEncoding } });
};

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", null],
])("a browser that accepts %s gets the file with the encoding %s", async (acceptEncoding, encoding) => {
  const answer = await fetchFile("_shared/one.js?v=1", acceptEncoding);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(script);
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript; charset=utf-8$/i);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

test("a file that the build holds uncompressed only is sent as it is", async () => {
  const answer = await fetchFile("plain.js", "br");
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.text()).toBe(script);
});
