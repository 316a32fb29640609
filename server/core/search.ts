import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

/** Letters that have no form without their sign. */
const plainLetters: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/** Returns a text as searches compare it, in small letters without accents: what `plain_text` returns in SQL. */
export const plainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .toLowerCase()
    .replace(/[øłđðħıßæœ]/g, (letter) => plainLetters[letter] ?? letter);

/** Returns whether a text has what is searched for, with or without accents. Indexes have `plain_text(text)`. */
export const isContained = (search: string, text: SQLWrapper): SQL =>
  sql`plain_text(${text}) like plain_text(${containsPattern(search)})`;

/** Returns the same as `isContained`, where anything may stand between the words of the search. */
export const areWordsContained = (search: string, text: SQLWrapper): SQL =>
  sql`plain_text(${text}) like plain_text(${containsPattern(search).replace(/\s+/g, "%")})`;

const containsPattern = (search: string): string => `%${search.replace(/[\\%_]/g, "\\$&")}%`;
