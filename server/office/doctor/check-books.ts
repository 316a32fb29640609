import { compareCourses } from "../../payments/ledger/compare-courses";
import { compareCredits } from "../../payments/ledger/compare-credits";
import { compareGiftCards } from "../../payments/ledger/compare-gift-cards";
import { fault, fine, type Finding, type Site } from "./finding";

type BooksSite = Pick<Site, "db" | "clock">;

type Book = {
  noun: string;
  plural: string;
  /** What adds up, as the beginning of a sentence. */
  fine: string;
  compare: (site: BooksSite) => Promise<{ count: number; unexplained: unknown[] }>;
};

/** The books that the site keeps of what was sold, by the name of their check. */
const books = {
  Passes: {
    noun: "pass",
    plural: "passes",
    fine: "credits and payments of all passes add up",
    async compare({ db, clock }) {
      const { passes: count, unexplained } = await compareCredits(db, clock.now());
      return { count, unexplained };
    },
  },
  "Gift cards": {
    noun: "gift card",
    plural: "gift cards",
    fine: "what is on all gift cards adds up",
    async compare({ db }) {
      const { cards: count, unexplained } = await compareGiftCards(db);
      return { count, unexplained };
    },
  },
  Courses: {
    noun: "course",
    plural: "courses",
    fine: "dates and payments of all courses add up",
    async compare({ db, clock }) {
      const { courses: count, unexplained } = await compareCourses(db, clock.now());
      return { count, unexplained };
    },
  },
} satisfies Record<string, Book>;

type BookName = keyof typeof books;

/** Compares what one kind of products gave, took and holds with what was paid for it. */
export async function checkBook(name: BookName, site: BooksSite): Promise<Finding[]> {
  const book: Book = books[name];
  const { count, unexplained } = await book.compare(site);
  if (count === 0) return [];
  if (unexplained.length === 0) return [fine(name, book.fine)];
  const differing = unexplained.length === 1 ? `1 ${book.noun} does` : `${unexplained.length} ${book.plural} do`;
  return [
    fault(name, `${differing} not add up`, "Payments in the back office names them. Report it as a fault of the site."),
  ];
}

/** Lists a check of the doctor for each book. */
export const bookChecks = (Object.keys(books) as BookName[]).map((name) => ({
  name,
  run: (site: BooksSite) => checkBook(name, site),
}));
