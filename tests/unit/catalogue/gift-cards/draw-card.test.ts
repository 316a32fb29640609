import { expect, test } from "vitest";
import { drawCard } from "@server/catalogue/gift-cards/draw-card";
import { readPdf } from "../../../support/read-pdf";

const card = {
  amount: "£50",
  pass: null,
  code: "7KQ2-M4ZD-9HXA-T3VB-W8RC-5NEJ-PY6G",
  until: "Saturday, December 1, 2029",
  giver: "Ben Okafor",
  recipient: "Hannah",
  words: ["Happy birthday!", "Take an evening for yourself."],
};
const site = { name: "Breathroom", url: "breathroom.example", accent: "#2f4f46" };

test("draws one page of A4 with its fonts in the file, and all that the card says", async () => {
  const { pages, size, embeddedFonts, text } = readPdf(await drawCard(card, site));
  expect([pages, size, embeddedFonts]).toEqual([1, "0 0 595.28 841.89", 3]);
  const said = ["£50", card.code, "Hannah", "Ben Okafor", "Happy birthday!", card.until, "Breathroom", site.url];
  for (const part of said) expect(text).toContain(part);
});

test("stays on one page with the longest words and names, in letters that the fonts have", async () => {
  const long = { ...card, words: Array.from({ length: 40 }, () => "Żółw 🎂 na płocie"), giver: "Łukasz ".repeat(30) };
  const { pages, text } = readPdf(await drawCard({ ...long, recipient: null, amount: "Ten ".repeat(40) }, site));
  expect(pages).toBe(1);
  expect(text).toContain("Żółw  na płocie");
  expect(text).toContain("Łukasz Łukasz");
  expect(text).toContain(card.code);
  expect(text).not.toContain("?");
});

test("names the pass that a card is meant for, and its page first", async () => {
  const pass = { title: "Ten evenings", path: "/passes/1" };
  const { text } = readPdf(await drawCard({ ...card, pass }, site));
  expect(text).toContain("Ten evenings");
  expect(text.replaceAll("\n", "")).toContain("breathroom.example/passes/1, or where you book a session");
});
