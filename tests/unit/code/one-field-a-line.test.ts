import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const tracked = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" });
const sources = tracked.split("\n").filter((file) => file !== "" && existsSync(file));

test("no literal is spread into another one, or into an element, to write several fields on a line", () => {
  const packed = sources.flatMap((file) =>
    findPacked(readFileSync(file, "utf8")).map((fields) => `${file}: ${fields}`),
  );
  expect(packed).toEqual([]);
});

test.each([
  ["const a = { b: 1, ...{ c, d } };", ["...{ c, d }"]],
  ["const a = { b: 1, ...(c && { d }) };", []],
  ["const a = <Field {...{ b, c }} />;", ["{...{ b, c }}"]],
  ["const a = <Field {...b} c={d} />;", []],
])("judges %s", (source, packed) => {
  expect(findPacked(source)).toEqual(packed);
});

function findPacked(source: string): string[] {
  if (!source.includes("...{")) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
    if (isSpread && ts.isObjectLiteralExpression(node.expression)) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, true));
  return found;
}
