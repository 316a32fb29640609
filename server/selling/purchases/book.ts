import type { Services } from "../../core/services";

/** A purchase, or what it gave, whose books don't add up. `to`: its page in the back office. */
type UnexplainedSale = { ref: string; name: string; to: string; problem: string };

/** What the site keeps of all that was sold of a kind: what was given, taken and is held, beside what was paid for it. */
export type Book = {
  /** Its name as a check of the doctor, and as a heading. */
  name: string;
  noun: string;
  plural: string;
  /** What adds up, as the beginning of a sentence. */
  fine: string;
  /** Counts what is in it, puts its sums in words, and says what does not add up. */
  compare(services: Pick<Services, "db" | "clock">): Promise<ComparedBook>;
};

type ComparedBook = { count: number; sums: string[]; unexplained: UnexplainedSale[] };
