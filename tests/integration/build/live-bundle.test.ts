import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { builtDevTools, builtServer, serverMetafile } from "../../support/built-site";

/** Text of each tool that occurs nowhere else. */
const tools: [string, string][] = [
  ["the local Stripe", "create schema local_stripe"],
  ["the mailbox", "Book a session, and its confirmation will arrive here."],
  ["the demo's seed", "Fourth Trimester Circle"],
  ["the demo's banner", "breathe-demo, with both collections"],
];

test.each(tools)("keeps %s out of the live server's bundle", async (_tool, text) => {
  const [server, devTools] = await Promise.all([readFile(builtServer, "utf8"), readFile(builtDevTools, "utf8")]);
  expect({ server: server.includes(text), devTools: devTools.includes(text) }).toEqual({
    server: false,
    devTools: true,
  });
});

test("includes no file of dev/ in the live server's bundle", async () => {
  const { inputs } = JSON.parse(await readFile(serverMetafile, "utf8")) as { inputs: object };
  const files = Object.keys(inputs);
  expect(files).toContain("server/process/start.ts");
  expect(files.filter((file) => file.startsWith("dev/"))).toEqual([]);
});

/** Large packages that a usual process needs late or never. */
const late = ["@aws-sdk/", "@sentry/", "@zxcvbn-ts/", "age-encryption", "file-type", "fontkit", "markdown-it", "sharp"];

test("loads large packages only when they are needed", async () => {
  const { outputs } = JSON.parse(await readFile(serverMetafile, "utf8")) as {
    outputs: Record<string, { imports: { path: string; kind: string }[] }>;
  };
  const imports = outputs["build/index.js"]?.imports ?? [];
  const isLate = ({ path }: { path: string }) => late.some((name) => path.startsWith(name));
  expect(imports.filter(isLate).length).toBeGreaterThanOrEqual(late.length);
  expect(imports.filter((module) => isLate(module) && module.kind !== "dynamic-import")).toEqual([]);
});
