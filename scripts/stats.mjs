// npm run stats: prints the size and shape of the code.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { folderOf } from "./lib/folder-of.mjs";
import { root } from "./lib/project.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

process.chdir(root);
const folders = ["app", "server", "db", "dev", "emails", "scripts"];
const isScript = (file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.endsWith(".d.ts");

const everything = folders.flatMap((folder) => listFiles(folder));
const files = new Map(everything.filter(isScript).map((file) => [file, readSource(file)]));
const tests = listFiles("tests").filter(isScript);
const imports = new Map([...files].map(([file, { imported }]) => [file, new Set(imported.flatMap(resolve))]));

print({
  ...sizes(),
  "files with one importer": countSingleImporters(),
  "file cycles, types included": components([...files.keys()], (file) => imports.get(file)).length,
  "pairs of folders of server/ that import each other": mutualPairs(),
  "non-null assertions": sum([...files.values()], ({ assertions }) => assertions),
  "CSS lines": sum(matching(everything, /\.css$/), countLines),
  "comment lines": share(
    sum([...files.values()], ({ commentLines }) => commentLines),
    sum([...files.values()], ({ lines }) => lines),
  ),
  "lines with whoever, nobody, somebody": countWords([...files.keys(), ...tests], /\b(whoever|nobody|somebody)\b/i),
  "migration snapshot lines": sum(matching(everything, /migrations\/meta\/.*snapshot\.json$/), countLines),
  "longest function": longestFunction(),
  ...testCounts(),
});

function sizes() {
  const rows = folders.map((folder) => {
    const lines = [...files].filter(([file]) => file.startsWith(`${folder}/`)).map(([, source]) => source.lines);
    return [`source files in ${folder}`, `${lines.length} files, ${lines.reduce((a, b) => a + b, 0)} lines`];
  });
  const all = [...files.values()].map(({ lines }) => lines).sort((a, b) => a - b);
  return {
    ...Object.fromEntries(rows),
    "source files": `${all.length} files, ${all.reduce((a, b) => a + b, 0)} lines`,
    "median lines of a file": all[Math.floor(all.length / 2)],
    "longest file": `${all.at(-1)} lines`,
    "files of at most 20 lines": all.filter((lines) => lines <= 20).length,
  };
}

function countSingleImporters() {
  const importers = new Map();
  for (const targets of imports.values()) {
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return [...importers.values()].filter((count) => count === 1).length;
}

/** Returns the pairs of folders that import each other, without composition roots, which may import anything. */
function mutualPairs() {
  const arrows = new Set();
  for (const [file, targets] of imports) {
    const from = folderOf(file);
    for (const to of [...targets].map(folderOf)) {
      const isCounted = [from, to].every((folder) => folder === "core" || folder.includes("/"));
      if (isCounted && from !== to) arrows.add(`${from} ${to}`);
    }
  }
  const pairs = [...arrows].map((arrow) => arrow.split(" ")).filter(([a, b]) => a < b && arrows.has(`${b} ${a}`));
  return pairs.length === 0 ? 0 : `${pairs.length} (${pairs.map((pair) => pair.join(" and ")).join(", ")})`;
}

/** Tarjan's algorithm; returns components of more than one node. */
function components(nodes, next) {
  const found = [];
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const other of next(node) ?? []) {
      if (!index.has(other)) visit(other);
      if (stack.includes(other)) low.set(node, Math.min(low.get(node), low.get(other)));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return found;
}

function longestFunction() {
  const all = [...files].flatMap(([file, { functions }]) => functions.map((measured) => ({ ...measured, file })));
  const longest = all.sort((a, b) => b.lines - a.lines)[0];
  return `${longest.lines} lines (${longest.name} in ${longest.file})`;
}

function testCounts() {
  const kinds = ["unit", "integration", "e2e"].map((kind) => {
    const ofKind = tests.filter((file) => file.startsWith(`tests/${kind}/`) && /\.(test|spec)\.tsx?$/.test(file));
    return [`${kind} tests`, `${ofKind.length} files, ${sum(ofKind, countTests)} calls of test`];
  });
  return Object.fromEntries([...kinds, ["test lines", sum(tests, countLines)]]);
}

/** A test in a loop or a table counts once. */
function countTests(file) {
  return [...readFileSync(file, "utf8").matchAll(/^\s*(test|it)(\.each)?[(`]/gm)].length;
}

function readSource(file) {
  const text = readFileSync(file, "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const source = {
    lines: countLinesOf(text),
    commentLines: countCommentLines(text),
    imported: [],
    assertions: 0,
    functions: [],
  };
  const visit = (node) => {
    const target = moduleOf(node);
    if (target) source.imported.push({ file, target });
    if (ts.isNonNullExpression(node)) source.assertions += 1;
    if (ts.isFunctionLike(node) && node.body) source.functions.push({ name: nameOf(node), lines: linesOf(tree, node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return source;
}

function moduleOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier?.text;
  if (ts.isImportTypeNode(node)) return node.argument.literal?.text;
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? node.arguments[0]?.text : undefined;
}

function nameOf(node) {
  const name = node.name ?? node.parent.name ?? node.parent.parent?.name;
  return name?.text ?? "a callback";
}

function linesOf(tree, node) {
  const lineAt = (position) => tree.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.end) - lineAt(node.getStart(tree)) + 1;
}

function resolve({ file, target }) {
  const aliases = { "~": "app", "@server": "server", "@db": "db", "@emails": "emails", "@dev": "dev" };
  const [first, ...rest] = target.split("/");
  const isOurs = first.startsWith(".") || first in aliases;
  if (!isOurs) return [];
  const base = first in aliases ? [aliases[first], ...rest].join("/") : path.join(path.dirname(file), target);
  const candidates = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"].map((end) => base + end);
  return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
}

function countCommentLines(text) {
  return text.split("\n").filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length;
}

function countWords(names, pattern) {
  return sum(
    names,
    (file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => pattern.test(line)).length,
  );
}

function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

function countLines(file) {
  return countLinesOf(readFileSync(file, "utf8"));
}

function countLinesOf(text) {
  return text.trimEnd().split("\n").length;
}

function matching(names, pattern) {
  return names.filter((name) => pattern.test(name));
}

function sum(items, valueOf) {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

function share(part, whole) {
  return `${part} (${((100 * part) / whole).toFixed(1)} %)`;
}

function print(table) {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  for (const [name, value] of Object.entries(table)) console.log(`${name.padEnd(width)}  ${value}`);
}
