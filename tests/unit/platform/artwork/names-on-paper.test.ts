import { drawCard } from "@server/catalogue/gift-cards/draw-card";
import { drawInvoice } from "@server/payments/invoices/draw-invoice";
import { drawShareCard } from "@server/platform/artwork/draw-share-card";
import { printable, WordPlacer, wrapLine } from "@server/platform/artwork/place-words";
import { readSubstitutes, readTypeface } from "@server/platform/artwork/typeface";
import { expect, test } from "vitest";
import { readPdf } from "../../../support/read-pdf";

const invoice = {
  title: "Invoice",
  label: "2026-1",
  issuedOn: "1 December 2026",
  suppliedOn: null,
  corrects: null,
  reason: "",
  seller: ["Clara Marsh"],
  isTaxed: false,
  taxes: [],
  total: "£20",
  paid: [],
  notes: ["Thank you."],
};

/** Returns what an invoice's PDF says to those who copy from it or hear it. */
async function saidOn(buyer: string, item: string): Promise<string> {
  const lines = [{ text: item, note: "", quantity: 2, amount: "£20" }];
  const { text, spoken } = readPdf(await drawInvoice({ ...invoice, buyer: [buyer], lines }, new Date(0)));
  return `${text}\n${spoken.join("\n")}`;
}

test.each([
  ["Zoë Straße-O’Neill"],
  ["Łukasz Żółć"],
  ["İğdır Şahin"],
  ["Nguyễn Thị Hường"],
  ["Дмитрий Шостакович"],
  ["Νίκος Καζαντζάκης"],
  ["李 小龙"],
  ["محمد الأحمدي"],
  ["דוד כהן"],
  ["김 민준"],
  ["हिन्दी ไทย"],
])("prints %s on an invoice, as the buyer and in what was bought", async (name) => {
  expect(await saidOn(name, "Breathe")).toContain(name);
  expect(await saidOn("Ben", `Дыхание 呼吸 ${name}`)).toContain(`呼吸`);
});

test("prints the numbers of letters that no font has, where nothing else would be left", async () => {
  expect(await saidOn("👩 🎉", "Breathe")).toContain("U+1F469 U+1F389");
  expect(await saidOn("Ida 🎉", "Breathe")).toContain("Ida ");
});

test("prints a gift card of any script, on one page", async () => {
  const card = { amount: "£50", pass: null, code: "7KQ2", until: "1 May", giver: "محمد الأحمدي", recipient: "李 小龙" };
  const words = Array.from({ length: 60 }, () => "生日快乐 Всего доброго");
  const site = { name: "Дыхание", url: "breathroom.example", accent: "#2f4f46" };
  const { pages, text, spoken } = readPdf(await drawCard({ ...card, words }, site));
  expect([pages, text.includes("Дыхание"), text.includes("7KQ2")]).toEqual([1, true, true]);
  expect(spoken).toEqual(expect.arrayContaining(["محمد الأحمدي", "李 小龙", "生日快乐 Всего доброго …"]));
});

test("places words that are read to the left in their order, within a line and as one", async () => {
  const sans = await readTypeface("source-sans-3-400.ttf");
  const placer = new WordPlacer([sans, ...(await readSubstitutes("محمد", [sans]))]);
  const order = (line: string) => placer.place(line, 10).map(({ text }) => text);
  expect(order("Morning محمد الأحمدي 2")).toEqual(["Morning", "الأحمدي", "محمد", "2"]);
  expect(order("محمد الأحمدي Ben Okafor")).toEqual(["Ben", "Okafor", "الأحمدي", "محمد"]);
});

test("divides Chinese and Japanese between letters, and other scripts between words", () => {
  const fits = (row: string) => row.length <= 6;
  expect(wrapLine("呼吸の朝のクラスです", fits)).toEqual(["呼吸の朝のク", "ラスです"]);
  expect(wrapLine("ab cd efg hijklmnop q", fits)).toEqual(["ab cd", "efg", "hijklmnop", "q"]);
});

test("composes letters before it looks for them", async () => {
  const sans = await readTypeface("source-sans-3-400.ttf");
  expect(printable("Zoe\u0308 Żółć", [sans])).toBe("Zo\u00eb Żółć");
});

test("draws a share card of any script", async () => {
  const card = {
    siteName: "Дыхание",
    category: "呼吸",
    title: "",
    lines: [],
    plate: { category: "breathwork", seed: "x" } as const,
  };
  const drawn = (title: string) => drawShareCard({ ...card, title });
  const [empty, chinese] = await Promise.all([drawn(""), drawn("朝のクラス")]);
  expect(chinese.equals(empty)).toBe(false);
});
