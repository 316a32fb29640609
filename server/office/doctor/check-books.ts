import { soldKinds } from "../../selling/kinds/sold-kinds";
import type { Book } from "../../selling/purchases/book";
import { fault, fine, type Finding, type Site } from "./finding";

type BooksSite = Pick<Site, "db" | "clock">;

/** Compares what a kind of products gave, took and holds with what was paid for it. */
export async function checkBook(book: Book, site: BooksSite): Promise<Finding[]> {
  const { name } = book;
  const { count, unexplained } = await book.compare(site);
  if (count === 0) return [];
  if (unexplained.length === 0) return [fine(name, book.fine)];
  const differing = unexplained.length === 1 ? `1 ${book.noun} does` : `${unexplained.length} ${book.plural} do`;
  return [
    fault(name, `${differing} not add up`, "Payments in the back office names them. Report it as a fault of the site."),
  ];
}

/** The checks of the doctor on the books that the site keeps of what was sold. */
export const bookChecks = Object.values(soldKinds).flatMap(({ book }) =>
  book ? [{ name: book.name, run: (site: BooksSite) => checkBook(book, site) }] : [],
);
