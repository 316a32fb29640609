// npm run docs:graph: draws the imports into docs/architecture.md; --check fails if that is out of date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { levels } from "../.dependency-cruiser.mjs";
import { folderOf } from "./lib/folder-of.mjs";
import { giveUp, root } from "./lib/project.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

const file = "docs/architecture.md";
const [begin, end] = ["<!-- picture: npm run docs:graph -->", "<!-- end of the picture -->"];
const aliases = { "~": "app", "@server": "server", "@db": "db", "@emails": "emails", "@dev": "dev" };
const top = ["app", "composition roots", "dev"];
const bottom = ["emails", "db"];

process.chdir(root);
const document = readFileSync(file, "utf8");
const [before, after] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
const drawn = `${document.slice(0, before)}\n\n${draw(reduce(readImports()))}\n\n${document.slice(after)}`;
if (!process.argv.includes("--check")) writeFileSync(file, drawn);
else if (drawn !== document) giveUp(`The picture in ${file} is out of date. Run npm run docs:graph.`);

/** Includes type imports. */
function readImports() {
  const sources = Object.values(aliases).flatMap(listSources);
  const imports = new Map(sources.map((source) => [folderOf(source), new Set()]));
  for (const source of sources) {
    const text = readFileSync(source, "utf8");
    for (const [, specifier] of text.matchAll(/(?:\bfrom |\bimport |\bimport\()"([^"]+)"/g)) {
      const target = targetOf(source, specifier);
      const [from, to] = [folderOf(source), target && folderOf(target)];
      if (to && from !== to) imports.get(from)?.add(to);
    }
  }
  return imports;
}

function listSources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

/** Returns undefined for packages. */
function targetOf(source, specifier) {
  if (specifier.startsWith(".")) return path.join(path.dirname(source), specifier);
  const [alias, ...rest] = specifier.split("/");
  return alias in aliases ? [aliases[alias], ...rest].join("/") : undefined;
}

/** Omits imports implied by others, to keep the picture readable. */
function reduce(imports) {
  const reaches = (from, to, seen = new Set()) =>
    [...imports.get(from)].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  const arrows = [...imports].flatMap(([from, targets]) => [...targets].map((to) => [from, to]));
  const shown = arrows.filter(([from, to]) => {
    const others = [...imports.get(from)].filter((other) => other !== to);
    return !others.some((other) => reaches(other, to, new Set([from])));
  });
  return { folders: [...imports.keys()].toSorted(), arrows: shown };
}

function draw({ folders, arrows }) {
  const id = (folder) => folder.replaceAll(/\W/g, "_");
  const node = (folder) => `${id(folder)}["${folder}"]`;
  const level = (name) => [
    `  subgraph level_${name}["${name}"]`,
    ...folders.filter((folder) => folder.split("/")[0] === name).map((folder) => `    ${node(folder)}`),
    "  end",
  ];
  return [
    "```mermaid",
    "flowchart TB",
    ...top.map((folder) => `  ${node(folder)}`),
    ...Object.keys(levels).flatMap(level),
    ...bottom.map((folder) => `  ${node(folder)}`),
    ...arrows.map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
    "```",
  ].join("\n");
}
