import { expect, test } from "vitest";
import { splitDescription, splitLines, summaryOf } from "@server/schedule/format-description";

test("the first paragraph is the summary, the others are the text", () => {
  expect(splitDescription("Long exhales.\n\nWe begin\nsitting up.\n \nThen we lie down.\n")).toEqual({
    summary: "Long exhales.",
    paragraphs: ["We begin sitting up.", "Then we lie down."],
  });
});

test("a description of one paragraph is all summary", () => {
  expect(splitDescription("Long exhales.")).toEqual({ summary: "Long exhales.", paragraphs: [] });
});

test("paragraphs of Windows' line ends are paragraphs too", () => {
  expect(splitDescription("One.\r\n\r\nTwo.")).toEqual({ summary: "One.", paragraphs: ["Two."] });
});

test.each(["", "One.", "\n \nOne,\nand more.\n\nTwo.", "One.\r\n\r\nTwo.", "One.\n \t\n\n"])(
  "the summary of %j alone is the same as in its parts",
  (description) => {
    expect(summaryOf(description)).toBe(splitDescription(description).summary);
  },
);

test("what to bring is one item a line, with or without marks", () => {
  expect(splitLines("- A blanket\r\n\n* Headphones\n• A pillow\n")).toEqual(["A blanket", "Headphones", "A pillow"]);
  expect(splitLines("A well-worn mat")).toEqual(["A well-worn mat"]);
  expect(splitLines(null)).toEqual([]);
});
