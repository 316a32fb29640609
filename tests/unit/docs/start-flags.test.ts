import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const places = ["package.json", "Dockerfile", "deploy/breathroom.service", "docs/scaling.md"];

const flagsIn = async (file: string) => (await readFile(file, "utf8")).match(/--max-old-space-size=\d+/g) ?? [];

test("each way to start limits the memory alike", async () => {
  const flags = await Promise.all(places.map(flagsIn));
  expect(flags).toEqual(places.map(() => ["--max-old-space-size=512"]));
});
