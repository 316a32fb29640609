import type { SpecifiedWords } from "@db/schema";

/** What the site says about a collection. */
export type CollectionTexts = Pick<
  SpecifiedWords,
  "title" | "badge" | "unlockTitle" | "hero" | "lede" | "description" | "banner" | "offer" | "series"
> & {
  /** The button in the empty member's area, and what the site's menu calls it. */
  browse: string;
  menu: string;
};

type NamedCollection = { title: string; description: string; words: SpecifiedWords | null };

/** Returns the specified words of a collection, or those made of the title and description that the instructor gave it. */
export function textsOf(collection: NamedCollection): CollectionTexts {
  const { title, description } = collection;
  const words = ownWords(collection);
  return {
    ...(words ? pickTexts(words) : textsFrom(title)),
    lede: description || (words?.lede ?? ""),
    description: description || (words?.description ?? ""),
  };
}

/** Returns the specified words of a collection while it has its specified title. */
export const ownWords = ({ title, words }: Pick<NamedCollection, "title" | "words">): SpecifiedWords | null =>
  words?.title === title ? words : null;

function pickTexts({ title, badge, unlockTitle, hero, banner, offer, series, browse, menu }: SpecifiedWords) {
  return { title, badge, unlockTitle, hero, banner, offer, series, browse, menu };
}

function textsFrom(title: string) {
  const words = title.split(" ");
  const hero: [string, string] = [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
  return {
    title,
    hero,
    badge: title,
    series: title,
    browse: title,
    menu: title,
    unlockTitle: `Unlock ${title}`,
    banner: `You have full access to ${title}.`,
    offer: `One payment unlocks every ${title} recording for life, including the ones still to come.`,
  };
}

type PurchasedProduct = { productTitle: string };

/** Returns what lists of orders call a purchase: the specified name, while the collection had its specified title. */
export const orderTitle = ({ productTitle }: PurchasedProduct, words: SpecifiedWords | null | undefined): string =>
  words?.title === productTitle ? words.ledger : productTitle;
