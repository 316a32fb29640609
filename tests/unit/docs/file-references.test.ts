import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const tracked = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).split("\n").filter(Boolean);
const documents = tracked.filter((file) => existsSync(file));

/** What a superseded decision describes is gone. */
const isSuperseded = (text: string) => /^Date: .* Status: superseded/m.test(text);

test.each(documents)("%s names only files that exist", (file) => {
  const text = readFileSync(file, "utf8");
  if (isSuperseded(text)) return;
  const named = [...text.matchAll(/`((?:app|db|dev|emails|scripts|server|tests)\/[\w./$-]+)`/g)].map(
    (match) => match[1]!,
  );
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

/** The anchor that a heading gets on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

test.each(documents)("%s links only to pages and headings that exist", (file) => {
  const broken = [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [page = "", anchor] = link.split("#");
      const target = page ? path.join(path.dirname(file), page) : file;
      if (!existsSync(target)) return true;
      const headings = anchor ? [...readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)] : [];
      return anchor !== undefined && !headings.some(([, heading = ""]) => anchorOf(heading) === anchor);
    });
  expect(broken).toEqual([]);
});
