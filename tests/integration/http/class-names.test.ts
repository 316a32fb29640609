import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "../../support/site-over-http";

const singleWords = /^[a-z]+$/;

test.for([
  ["/", 18],
  ["/sign-in", 18],
] as const)("%s uses the short class names of a stylesheet of few kilobytes", async ([address, most], { server }) => {
  const html = await (await fetch(`${server.url}${address}`)).text();
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const css = readFileSync(`public${sheet}`, "utf8");
  const attributes = [...html.matchAll(/ class="([^"]*)"/g)].map(([, value = ""]) => value);
  const names = new Set(attributes.flatMap((value) => value.split(/\s+/)).filter(Boolean));
  const short = [...names].filter((name) => name.startsWith("_"));
  expect(short.length).toBeGreaterThan(60);
  expect(short.filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css))).toEqual([]);
  const long = [...names].filter((name) => !name.startsWith("_") && !singleWords.test(name));
  expect(long.length).toBeLessThan(8);
  expect(gzipSync(css).length / 1000).toBeLessThanOrEqual(most);
});

test("gives every class with special characters a short name, in all stylesheets", () => {
  const folder = "public/build/_assets";
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"));
  const selectors = sheets.flatMap(
    (file) => readFileSync(`${folder}/${file}`, "utf8").match(/\.(?:[\w-]|\\.)+/g) ?? [],
  );
  expect(selectors.length).toBeGreaterThan(1000);
  expect(selectors.filter((selector) => selector.includes("\\"))).toEqual([]);
});
