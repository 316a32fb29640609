import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import {
  collectionsPath,
  coursesPath,
  giftCardsPath,
  passesPath,
  plansPath,
  resourcesPath,
} from "~/features/admin/admin-paths";
import { plainPath } from "~/lib/collections";

/** What the back office calls a kind of product, and where it lists those of the kind. */
type OfficeProduct = {
  noun: string;
  /** The noun as in "Gift card saved". */
  name: string;
  /** The noun as in the title "Add Gift Card". */
  title: string;
  list: string;
  path: string;
};

export const officeProducts = {
  pass: { noun: "pass", name: "Pass", title: "Pass", list: "Passes", path: passesPath },
  gift_card: { noun: "gift card", name: "Gift card", title: "Gift Card", list: "Gift Cards", path: giftCardsPath },
  course: { noun: "course", name: "Course", title: "Course", list: "Courses", path: coursesPath },
  membership: { noun: "membership", name: "Membership", title: "Membership", list: "Memberships", path: plansPath },
  collection: {
    noun: "collection",
    name: "Collection",
    title: "Collection",
    list: "Collections",
    path: collectionsPath,
  },
  resource: { noun: "resource", name: "Resource", title: "Resource", list: "Learning Resources", path: resourcesPath },
} as const satisfies Record<ProductKind, OfficeProduct>;

const kinds = Object.keys(officeProducts) as ProductKind[];

/** Returns the kind of product that a page of the back office is about. */
export function officeKindAt(pathname: string): ProductKind {
  const path = plainPath(pathname);
  const found = kinds.find((kind) => path.startsWith(`${officeProducts[kind].path}/`));
  if (!found) throw new Error(`no kind of product at ${pathname}`);
  return found;
}
