import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { browserMetafile } from "../../support/built-site";

type Metafile = {
  inputs: Record<string, unknown>;
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
};

async function inputsOfBrowserBundle(): Promise<string[]> {
  const metafile = JSON.parse(await readFile(browserMetafile, "utf8")) as Metafile;
  const outputs = Object.values(metafile.outputs);
  return outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((name) => inputs[name]!.bytesInOutput > 0));
}

test("includes the pages in the browser's bundle", async () => {
  const inputs = await inputsOfBrowserBundle();
  expect(inputs.filter((name) => name.includes("app/routes/_site.sessions.$id.book.tsx"))).not.toEqual([]);
});

test.each([
  // The preview of an accent (decision 051) and links to other sites follow the server's rules.
  ["server code", /^(app\/)?server\/(?!core\/(?:accent|addresses)\.ts$)/],
  ["the database", /(^|\/)db\//],
  ["mail templates", /(^|\/)emails\//],
  ["modules for the server alone", /\.server\.tsx?$/],
  ["zod", /node_modules\/zod\//],
  ["luxon", /node_modules\/luxon\//],
  ["drizzle", /node_modules\/drizzle-/],
  ["stripe", /node_modules\/stripe\//],
  ["the PostgreSQL driver", /node_modules\/(postgres|pg)\//],
])("keeps %s out of the browser's bundle", async (_what, pattern) => {
  const inputs = (await inputsOfBrowserBundle()).filter((name) => !name.startsWith("empty-module:"));
  expect(inputs.filter((name) => pattern.test(name.replace(/^.*?:(?=\w)/, "")))).toEqual([]);
});
