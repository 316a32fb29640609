import { writeCsv } from "@server/core/csv";
import { decodeCsv, readCsv } from "@server/office/imports/read-csv";
import { expect, test } from "vitest";

test("begins a file with the mark of its encoding, and quotes every field of every part", () => {
  expect(writeCsv(["Name", "Note"], [["Inês", ""]])).toBe('\uFEFF"Name","Note"\r\n"Inês",""\r\n');
  expect(writeCsv(null, [['say "so"', "two\nlines"]])).toBe('"say ""so""","two\nlines"\r\n');
});

test.each([
  ["=1+1", "'=1+1"],
  ["+44", "'+44"],
  ["-1+2", "'-1+2"],
  ["@a", "'@a"],
  ["\t1", "'\t1"],
  ["\r1", "'\r1"],
  [" =1", "' =1"],
  ["\u00A0=1", "'\u00A0=1"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠a", "'＠a"],
  ["Anna;=cmd|'/C calc'!A0;", "Anna;'=cmd|'/C calc'!A0;"],
  ["Anna; =1", "Anna;' =1"],
  ['Anna;"=1', `Anna;'"=1`],
  ["a\t=1", "a\t'=1"],
  ["a\n-b", "a\n'-b"],
  ["a\r\n@b", "a\r\n'@b"],
  ["a;＝1", "a;'＝1"],
])("disarms the formula in %j", (text, written) => {
  expect(writeCsv(null, [[text]])).toBe(`"${written.replaceAll('"', '""')}"\r\n`);
});

test.each(["-7.94", "-0.44", "-1800", "-1.00; -2.50", "a-b", "1=1", "a;b", "x@example.com", "\n"])(
  "leaves %j as it is",
  (text) => {
    expect(writeCsv(null, [[text]])).toBe(`"${text}"\r\n`);
  },
);

test("disarms a long cell at once", () => {
  const started = process.cpuUsage();
  writeCsv(null, [["\n\t ;".repeat(100_000)]]);
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});

test("writes files that the import reads", async () => {
  const file = writeCsv(["Email", "Name"], [["ines@example.com", 'Inês; "Nena"']]);
  expect(await readCsv(decodeCsv(Buffer.from(file)).text)).toEqual({
    header: ["Email", "Name"],
    rows: [{ number: 2, cells: ["ines@example.com", 'Inês; "Nena"'] }],
  });
});
