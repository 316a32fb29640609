import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

const aliases = { "@server/": "server/", "@db/": "db/", "@dev/": "dev/", "~/": "app/" };
const suite = "tests/integration";

/**
 * Returns the integration tests nearest to changed files: those that are changed, import one of them directly, or are of
 * the same domain. Nearly all reach nearly every file through the app that they start, so the whole graph says nothing.
 */
export function touchedTests(changed) {
  const domains = new Set(changed.flatMap((file) => domainOf(file) ?? []));
  const modules = new Set(changed.map(withoutExtension));
  return readdirSync(path.join(root, suite), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${suite}/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => changed.includes(file) || domains.has(folderOf(file)) || imports(file, modules))
    .sort();
}

/** Tests of pages are not of the folder `server/http`, which all pages pass through. */
const domainOf = (file) => /^(?:server\/(?!http\/)([\w-]+)|(db))\/.*\.ts$/.exec(file)?.slice(1).find(Boolean);

const folderOf = (file) => file.split("/")[2];

const withoutExtension = (file) => file.replace(/\.\w+$/, "");

function imports(file, modules) {
  const names = readFileSync(path.join(root, file), "utf8").matchAll(/ from "([^"]+)"/g);
  return [...names].some(([, name]) => modules.has(pathOf(name, file)));
}

function pathOf(name, importer) {
  if (name.startsWith(".")) return path.posix.join(path.posix.dirname(importer), withoutExtension(name));
  const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix));
  return alias ? aliases[alias] + name.slice(alias.length) : name;
}
