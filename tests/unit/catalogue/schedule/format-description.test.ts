import { expect, test } from "vitest";
import { splitDescription, splitLines, summaryOf } from "@server/catalogue/schedule/session-facts";

test("splits the first paragraph off as the summary", () => {
  expect(splitDescription("Long exhales.\n\nWe begin\nsitting up.\n \nThen we lie down.\n")).toEqual({
    summary: "Long exhales.",
    paragraphs: ["We begin sitting up.", "Then we lie down."],
  });
});

test("takes a single paragraph as the summary", () => {
  expect(splitDescription("Long exhales.")).toEqual({ summary: "Long exhales.", paragraphs: [] });
});

test("recognises paragraphs with Windows line endings", () => {
  expect(splitDescription("One.\r\n\r\nTwo.")).toEqual({ summary: "One.", paragraphs: ["Two."] });
});

test.each(["", "One.", "\n \nOne,\nand more.\n\nTwo.", "One.\r\n\r\nTwo.", "One.\n \t\n\n"])(
  "summaryOf and splitDescription agree on %j",
  (description) => {
    expect(summaryOf(description)).toBe(splitDescription(description).summary);
  },
);

test("splits what to bring into one item per line, without bullet marks", () => {
  expect(splitLines("- A blanket\r\n\n* Headphones\n• A pillow\n")).toEqual(["A blanket", "Headphones", "A pillow"]);
  expect(splitLines("A well-worn mat")).toEqual(["A well-worn mat"]);
  expect(splitLines(null)).toEqual([]);
});
