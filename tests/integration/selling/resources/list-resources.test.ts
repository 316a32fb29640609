import { products } from "@db/schema";
import { expect, test, type TestApp } from "../../../support/test-app";

async function someResources({ db }: TestApp) {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const rows = [
    { title: "Breathing for Two", description: "A guide.", category: "Pregnancy", priceMinor: 2400, createdAt: at(1) },
    { title: "Sleep, Slowly", description: "100% calm nights", category: "Meditation", createdAt: at(2) },
    { title: "Übung macht müde", description: "For breathless days.", priceMinor: 550, createdAt: at(3) },
  ];
  await db.insert(products).values(rows.map((row) => ({ kind: "resource" as const, ...row })));
}

const searches = [
  ["", ["Übung macht müde", "Sleep, Slowly", "Breathing for Two"]],
  ["BREATH", ["Übung macht müde", "Breathing for Two"]],
  ["pregnancy", ["Breathing for Two"]],
  ["  NIGHTS ", ["Sleep, Slowly"]],
  ["übung", ["Übung macht müde"]],
  ["ÜBUNG", ["Übung macht müde"]],
  ["100%", ["Sleep, Slowly"]],
  ["%", ["Sleep, Slowly"]],
  ["_", []],
  ["\0", ["Übung macht müde", "Sleep, Slowly", "Breathing for Two"]],
] as const;

test.for(searches)("finds for %j the titles %j", async ([search, titles], { app }) => {
  await someResources(app);
  const found = await app.as().resources.list({ search });
  expect(found.map(({ title }) => title)).toEqual(titles);
});

test("shows prices in the visitor's currency", async ({ app }) => {
  await someResources(app);
  const pricesIn = async (currency: "GBP" | "EUR" | "USD") =>
    (await app.as({ visitor: { currency } }).resources.list({ search: "" })).map(({ price }) => price);
  expect(await pricesIn("USD")).toEqual(["$5.50", "Free", "$24"]);
  expect(await pricesIn("GBP")).toEqual(["£4", "Free", "£19"]);
  expect(await pricesIn("EUR")).toEqual(["€5", "Free", "€22"]);
});

test("returns one resource by its id, and no other", async ({ app }) => {
  await someResources(app);
  const [first] = await app.as().resources.list({ search: "two" });
  expect(await app.as().resources.get({ id: first!.id })).toEqual({
    ...first,
    files: [],
    access: "on_request",
    opensOn: null,
  });
  const missing = app.as().resources.get({ id: "00000000-0000-4000-8000-000000000000" });
  await expect(missing).rejects.toThrow("Resource not found");
});
