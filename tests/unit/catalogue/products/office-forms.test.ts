import { productKind } from "@db/schema";
import { kinds } from "@server/catalogue/products/kinds";
import { soldKinds } from "@server/selling/kinds/sold-kinds";
import { expect, test } from "vitest";

const formKey = "0b0b0b0b-0000-4000-8000-000000000000";
const ids = [formKey, "0b0b0b0b-0000-4000-8000-000000000001"];

/** What the form of each kind sends for a new product, without what may be left empty. */
const typed: Record<(typeof productKind.enumValues)[number], Record<string, unknown>> = {
  collection: { title: "Calm Nights", plate: "sleep", slug: "calm-nights" },
  resource: { title: "Workbook", description: "Ten pages.", price: "12.50" },
  pass: { title: "Ten sessions", price: "120", months: "6", starts: "purchase", cover: "all", placeLimit: "24" },
  gift_card: { title: "Gift card", lowestMinor: "25", highestMinor: "500", months: "36", isOn: "on" },
  course: { title: "Evenings", price: "90", sessionIds: ids, isSoldSingly: "on" },
  membership: { title: "Two evenings", monthly: "45", credits: "4", coversSessions: "on", discountPercent: "0" },
};

test.each(productKind.enumValues)("the procedure takes what is typed in the form of a %s", (kind) => {
  const { form } = soldKinds[kind].office;
  const read = form.typed.new.parse({ ...typed[kind], formKey });
  expect(form.stored.new.parse(read)).toEqual(read);
});

test.each(["gift_card", "course", "membership"] as const)("the procedure is told whether a %s is on sale", (kind) => {
  const { form } = soldKinds[kind].office;
  const { isOn: _, ...others } = form.typed.new.parse({ ...typed[kind], formKey });
  expect(form.stored.new.safeParse(others).error?.issues.map(({ path }) => path[0])).toEqual(["isOn"]);
});

test.each(productKind.enumValues)("an empty form of a %s is refused with what is missing", (kind) => {
  const { form } = soldKinds[kind].office;
  const issues = form.typed.new.safeParse({ formKey }).error?.issues ?? [];
  expect(issues.map(({ path }) => path[0])).toContain("title");
});

test("a form's list is called by the noun of its kind", () => {
  expect(productKind.enumValues.map((kind) => [kinds[kind].noun, soldKinds[kind].office.list])).toEqual([
    ["collection", "Collections"],
    ["resource", "Learning Resources"],
    ["pass", "Passes"],
    ["gift card", "Gift Cards"],
    ["course", "Courses"],
    ["membership", "Memberships"],
  ]);
});
