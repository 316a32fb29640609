import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import { productsPath } from "~/features/admin/admin-paths";

/** What the back office calls a kind of product. */
export type OfficeWords = {
  /** The noun in the middle of a sentence: "gift card". */
  noun: string;
  /** The noun as in "Gift card saved". */
  name: string;
  /** The noun as in the title "Add Gift Card". */
  title: string;
  /** Where it lists those of the kind. */
  path: string;
};

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** Returns the words for the kind that an address of the back office names, such as "gift-card". */
export function wordsAt({ kind = "" }: Readonly<Record<string, string | undefined>>): OfficeWords {
  const nouns = kind.split("-");
  const noun = nouns.join(" ");
  return { noun, name: capital(noun), title: nouns.map(capital).join(" "), path: `${productsPath}/${kind}` };
}

/** Returns where the back office lists the products of a kind. */
export const listPathOf = (kind: ProductKind): string => `${productsPath}/${kind.replaceAll("_", "-")}`;
