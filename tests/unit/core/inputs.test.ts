import { isUploadKind } from "@server/platform/media/media-kinds";
import { pageNumber } from "@server/core/pagination";
import { isDatabaseInstant, isDay, searchText, typedLine, typedName, typedText } from "@server/core/input-schemas";
import { expect, test } from "vitest";

test.each(["\0", "a\0b", "\ud800", "a\udfffb", "\u001b[31m"])("refuses the text %j in every text input", (text) => {
  for (const schema of [typedLine(10), typedLine(10, "Missing"), typedText(10), typedName("Name")]) {
    expect(schema.safeParse(`x${text}x`).success).toBe(false);
  }
});

test("keeps surrogate pairs, and line breaks in multi-line text", () => {
  expect(typedLine(10).parse(" 👩‍👧 ")).toBe("👩‍👧");
  expect(typedText(10).parse("a\r\nb\tc")).toBe("a\nb\tc");
  expect(typedLine(10).safeParse("a\nb").success).toBe(false);
  expect(typedLine(3).safeParse("abcd").success).toBe(false);
  expect(typedLine(3, "Missing").safeParse(" ").error?.issues[0]?.message).toBe("Missing");
});

test.each([
  ["\u200b", "codidact/qpixel#135: zero-width letters"],
  ["\u00ad\u2060", "XiovV/calich#251: soft hyphens"],
  ["\u200d\u200c", "joiners alone"],
  ["\u3164", "a Hangul filler"],
  ["\u2800 \u0301", "an empty cell of Braille, and a mark alone"],
])("takes %j for no name (%s)", (typed) => {
  expect(typedName("Enter a name").safeParse(typed).error?.issues[0]?.message).toBe("Enter a name");
  expect(typedLine(10).parse(typed)).toBe("");
});

test.each([
  ["Zoe\u0308", "Zo\u00eb", "pelias/api#600: decomposed"],
  ["\u202aInês\u202c\u200b", "Inês", "pasted from contacts"],
  ["می\u200cخواهم", "می\u200cخواهم", "Persian, with a joiner that it needs"],
  ["👩\u200d👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩\u200d👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "emoji of several parts"],
  ["李 小龙", "李 小龙", "Chinese"],
])("stores the name %j as %j (%s)", (typed, stored) => {
  expect(typedName("Enter a name").parse(typed)).toBe(stored);
});

test("says that a name is too long instead of asking for it", () => {
  const messageOf = (name: string) => typedName("Enter a name").safeParse(name).error?.issues[0]?.message;
  const messages = [" ", "a".repeat(100), "a".repeat(101)].map(messageOf);
  expect(messages).toEqual(["Enter a name", undefined, "Please keep it to 100 characters"]);
});

test.each([
  ["a\0b", "ab"],
  ["\ud800x\udfff", "x"],
  [" moon ", "moon"],
  [`${"x".repeat(99)}👩`, "x".repeat(99)],
  [undefined, ""],
  [["a"], ""],
  [5, ""],
])("searches for %j as %j", (typed, searched) => {
  expect(searchText.parse(typed)).toBe(searched);
});

test.each(["2026-02-30", "2026-13-01", "0000-01-01", "9999-12-31", "12026-01-01", "2026-2-3", "", "2026-12-01T00:00"])(
  "rejects %j as a day",
  (text) => expect(isDay(text)).toBe(false),
);

test.each(["2026-02-28", "2028-02-29", "1900-01-01", "2999-12-31"])("accepts %j as a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  ["2026-11-21 10:00:00.123456+00", true],
  ["2026-11-21 10:00:00+05:30", true],
  ["2026-02-30 10:00:00+00", false],
  ["2026-11-21 25:00:00+00", false],
  ["2026-11-21", false],
  ["infinity", false],
])("checks %j as a database timestamp: %j", (text, is) => {
  expect(isDatabaseInstant(text)).toBe(is);
});

test.each([
  ["3", 3],
  [0, 1],
  ["-5", 1],
  ["1e300", 1],
  ["Infinity", 1],
  [{ valueOf: 1, toString: 1 }, 1],
  [undefined, 1],
])("shows page %j as page %j", (given, page) => {
  expect(pageNumber.parse(given)).toBe(page);
});

test.each(["__proto__", "constructor", "toString", ""])("rejects %j as a media kind", (name) => {
  expect(isUploadKind(name)).toBe(false);
});
