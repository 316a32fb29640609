import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Where the table can't be seen. */
const none = "no table";

type RowLock = { file: string; inFunction: string; table: string; isBatch: boolean };

test("rows are locked by functions called lock…, and those of one table stand in one file", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => path.join("server", name)).map((file) => [file, readFileSync(file, "utf8")]);
  const locks = sources.flatMap(([file = "", text = ""]) => findLocks(file, text));
  expect(new Set(locks.map(({ table }) => table)).size).toBeGreaterThan(12);
  expect(complaintsAbout(locks)).toEqual([]);
});

const elsewhere = "const lockUser = (tx) => tx.select().from(users).for('update');";
const cases = [
  ["const readCode = (tx) => tx.select().from(codes).for('update');", ["a.ts: readCode locks codes"]],
  ["const lockCode = (tx) => tx.select().from(users).for('share');", ["users: a.ts, b.ts"]],
  ["async function edit() { await run((tx) => tx.select().from(codes).for('share')); }", ["a.ts: edit locks codes"]],
  ["const lockCode = (tx) => codesOf(tx).for('update');", ["a.ts: lockCode locks no table"]],
  ["const lockCode = (tx) => tx.execute(sql`select 1 for no key update`);", ["a.ts: lockCode locks no table"]],
  ["const takeSome = (tx) => tx.select().from(users).for('update', { skipLocked: true });", []],
] as const;

test.for(cases)("judges %s", ([text, complaints]) => {
  expect(complaintsAbout([...findLocks("a.ts", text), ...findLocks("b.ts", elsewhere)])).toEqual(complaints);
});

function complaintsAbout(locks: RowLock[]): string[] {
  const own = locks.filter(({ isBatch }) => !isBatch);
  const misplaced = own.filter(({ inFunction, table }) => !inFunction.startsWith("lock") || table === none);
  const tables = [...new Set(own.map(({ table }) => table))].filter((table) => table !== none);
  const filesOf = (table: string) => [...new Set(own.filter((lock) => lock.table === table).map(({ file }) => file))];
  const scattered = tables.filter((table) => filesOf(table).length > 1);
  return [
    ...misplaced.map(({ file, inFunction, table }) => `${file}: ${inFunction} locks ${table}`),
    ...scattered.map((table) => `${table}: ${filesOf(table).join(", ")}`),
  ];
}

/** A batch takes the rows that are free, so that processes share the work. */
function findLocks(file: string, text: string): RowLock[] {
  if (!text.includes(".for(") && !sqlLock.test(text)) return [];
  const found: RowLock[] = [];
  const visit = (node: ts.Node): void => {
    if (isLockCall(node)) {
      const options = node.arguments[1]?.getText() ?? "";
      const [, ofTable] = /\bof: (\w+)/.exec(options) ?? [];
      const table = ofTable ?? tableOf(node) ?? none;
      found.push({ file, inFunction: functionAround(node), table, isBatch: options.includes("skipLocked") });
    }
    if (isSqlLock(node)) found.push({ file, inFunction: functionAround(node), table: none, isBatch: false });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const isLockCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "for";

const isSqlLock = (node: ts.Node): boolean => ts.isTemplateLiteral(node) && sqlLock.test(node.getText());

const sqlLock = /\bfor (no key )?update\b|\bfor (key )?share\b/i;

/** Returns what the statement selects from. */
function tableOf({ expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !ts.isCallExpression(expression.expression)) return undefined;
  const before = expression.expression;
  const isFrom = ts.isPropertyAccessExpression(before.expression) && before.expression.name.text === "from";
  return isFrom ? before.arguments[0]?.getText() : tableOf(before);
}

/** Returns the name of the nearest function that has one. */
function functionAround(node: ts.Node): string {
  const { parent } = node;
  if (ts.isSourceFile(parent)) return "the module";
  const isNamed = ts.isFunctionDeclaration(parent) || (ts.isVariableDeclaration(parent) && ts.isArrowFunction(node));
  return isNamed && parent.name && ts.isIdentifier(parent.name) ? parent.name.text : functionAround(parent);
}
