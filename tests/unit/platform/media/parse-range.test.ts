import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRange } from "@server/http/send-file";

const size = 100;

test.each([
  ["bytes=0-0", [[0, 0]]],
  ["bytes=0-", [[0, 99]]],
  ["bytes=10-19", [[10, 19]]],
  ["bytes=90-1000", [[90, 99]]],
  ["bytes=-10", [[90, 99]]],
  ["bytes=-1000", [[0, 99]]],
  ["Bytes=5-6", [[5, 6]]],
  [
    "bytes= 5-6 , 20-21",
    [
      [5, 6],
      [20, 21],
    ],
  ],
  ["bytes=,5-6,,", [[5, 6]]],
  [
    "bytes=20-21,5-6",
    [
      [20, 21],
      [5, 6],
    ],
  ],
  ["bytes=5-6,200-300", [[5, 6]]],
  ["bytes=0-10,5-20", [[0, 20]]],
  ["bytes=0-4,5-9", [[0, 9]]],
  [
    "bytes=0-1,50-51,90-,2-60",
    [
      [0, 60],
      [90, 99],
    ],
  ],
  ["bytes=0-99999999999999999999999999", [[0, 99]]],
])("parses %s", (header, wanted) => {
  expect(parseRange(header, size)).toEqual(wanted.map(([start, end]) => ({ start, end })));
});

test.each(["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=200-300,-0"])("cannot satisfy %s", (header) => {
  expect(parseRange(header, size)).toBe("unsatisfiable");
});

test.each([
  undefined,
  "",
  "bytes",
  "bytes=",
  "bytes=,",
  "bytes=-",
  "bytes=--5",
  "bytes=a-b",
  "bytes=1",
  "bytes=1-2-3",
  "bytes=6-5",
  "bytes=0-1,6-5",
  "bytes=0x1-5",
  "bytes=1.5-3",
  "seconds=0-5",
  "lines=0-5",
  `bytes=${Array.from({ length: 17 }, (_, at) => `${at * 3}-${at * 3}`).join(",")}`,
])("ignores %s", (header) => {
  expect(parseRange(header, size)).toBeNull();
});

test("cannot satisfy a range of an empty file", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-5", 0)).toBe("unsatisfiable");
});

test("returns exactly the requested bytes, in ranges that do not touch", () => {
  const spec = fc.record({ first: fc.nat(120), length: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(spec, { minLength: 1, maxLength: 16 }), fc.integer({ min: 1, max: 110 }), (specs, bytes) => {
      const header = `bytes=${specs.map(({ first, length }) => `${first}-${first + length}`).join(",")}`;
      const asked = new Set(
        specs.flatMap(({ first, length }) => Array.from({ length: length + 1 }, (_, at) => first + at)),
      );
      const wanted = [...asked].filter((at) => at < bytes).sort((a, b) => a - b);
      const ranges = parseRange(header, bytes);
      if (ranges === "unsatisfiable") return void expect(wanted).toEqual([]);
      const sent = ranges!.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
      expect(sent.sort((a, b) => a - b)).toEqual(wanted);
      const starts = new Set(ranges!.map(({ start }) => start));
      expect(ranges!.some(({ end }) => starts.has(end + 1))).toBe(false);
    }),
  );
});
