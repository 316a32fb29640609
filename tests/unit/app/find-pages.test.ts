import { findPages } from "~/features/admin/search/find-pages";
import { officePagesIn, wordsOfItems } from "~/features/admin/search/office-pages";
import { adminGroupsWith } from "~/features/layout/shell-items";
import { expect, test } from "vitest";

const officePages = officePagesIn(adminGroupsWith([]));
const adminItems = adminGroupsWith([]).flatMap(({ items }) => items);

const found = (search: string) => findPages(search, officePages).map(({ label }) => label);

test.each([
  ["orders", "Orders"],
  ["refund", "Orders"],
  ["how do I refund a booking", "Orders"],
  ["invoices", "Invoices"],
  ["bank", "Payouts"],
  ["chargeback", "Payments"],
  ["theme", "Look"],
  ["logo", "Look"],
  ["colour", "Look"],
  ["zoom link", "Sessions"],
  ["class", "Sessions"],
  ["coupon", "Discount codes"],
  ["gdpr", "People"],
  ["customers", "People"],
  ["two step", "Two-step sign-in"],
  ["2fa", "Two-step sign-in"],
  ["privacy policy", "Pages"],
  ["FAQ", "Pages"],
  ["momence", "Import"],
  ["restore", "Backups"],
  ["statistics", "Insights"],
  ["spam", "Mail log"],
  ["health statement", "Health statement"],
  ["instagram", "Contact and social"],
  ["cancellation policy", "Cancelling"],
  ["waitlist", "Waitlist"],
  ["Wörkshop", "Sessions"],
])("finds for “%s” first “%s”", (search, label) => {
  expect(found(search)[0]).toBe(label);
});

test.each([
  ["a part of the word", "pay", "Payments"],
  ["several words in any order", "log audit", "Audit log"],
  ["the label of a setting", "sender of emails", "Name of the site"],
])("finds a page by %s", (_what, search, label) => {
  expect(found(search)).toContain(label);
});

test.each(["", "  ", "%", "no such page", "refund zebra"])("finds no page for “%s”", (search) => {
  expect(found(search)).toEqual([]);
});

test("finds nothing by the first two letters of a synonym, which begin too many", () => {
  expect(found("ma")).toEqual(["Mail log"]);
  expect(found("eu")).toEqual(["Withdrawing from purchases"]);
});

test("knows other words for each item of the menu, and leads to each page once", () => {
  expect(Object.keys(wordsOfItems).sort()).toEqual(adminItems.map(({ href }) => href).sort());
  const addresses = officePages.map(({ href }) => href);
  expect(new Set(addresses).size).toBe(addresses.length);
});
