import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { encoding: "utf8" }).split("\n").filter(existsSync);

const regularParticiple = /^(?!Feed$|Seed$)[A-Z][a-z]+ed$/;
const otherParticiples = new Set(
  `Begun Bought Broken Brought Built Caught Chosen Done Drawn Found Given Gone Heard Held Hidden Kept Known Left Lost
  Made Meant Met Paid Put Read Said Seen Sent Set Shown Sold Sought Spent Spoken Stolen Taken Thrown Told Understood
  Written`.split(/\s+/),
);
const adjectives = new Set(
  `Allowable Available Both Callable Changeable Clickable Confirmable Current Earlier Editable Elsewhere Free Full
  Latest Live Nearest Old Open Ready Recent Removable Unpaid Valid Watchable`.split(/\s+/),
);

const typesOf = (source: string): string[] =>
  [...source.matchAll(/^\s*(?:export )?(?:declare )?(?:type|interface) (\w+)/gm)].map(([, name = ""]) => name);

const isNoun = (name: string) => !regularParticiple.test(name) && !otherParticiples.has(name) && !adjectives.has(name);

test("names types by nouns, such as FileRequest, and by no participle or adjective alone", () => {
  const offenders = sources.flatMap((file) =>
    typesOf(readFileSync(file, "utf8"))
      .filter((name) => !isNoun(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(offenders).toEqual([]);
});

test("knows participles and adjectives from nouns", () => {
  const source = `type Asked = 1;\nexport interface Told {}\nexport type Watchable<Row> = Row;\ntype ListedCode = 1;\ntype Feed = 1;`;
  expect(typesOf(source).filter((name) => !isNoun(name))).toEqual(["Asked", "Told", "Watchable"]);
});
