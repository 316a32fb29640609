import type { Typeface } from "./typeface";

/** A part of a line in one font, `x` from the line's start. */
type PlacedWord = { text: string; face: Typeface; x: number };

type Word = { text: string; face: Typeface; width: number; isRightToLeft: boolean };

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Draws lines in the first font that has all letters of a word; `faces` begins with the one that is meant. */
export class WordPlacer {
  constructor(readonly faces: [Typeface, ...Typeface[]]) {}

  width(line: string, size: number): number {
    return this.#placed(line, size).width;
  }

  place(line: string, size: number): PlacedWord[] {
    return this.#placed(line, size).words;
  }

  /** Returns whether one font draws the line as it is. */
  isPlain(line: string): boolean {
    return this.faces[0].has(line);
  }

  /** Words are placed in the order in which they are read: Unicode's rules for directions (UAX 9), for whole words. */
  #placed(line: string, size: number): { words: PlacedWord[]; width: number } {
    const [first] = this.faces;
    const whole = this.faces.find((face) => !face.isSubstitute && face.has(line));
    if (whole) return { words: [{ text: line, face: whole, x: 0 }], width: whole.width(line, size) };
    const words = line.split(" ").flatMap((text) => this.#partsOf(text, size));
    const space = first.width(" ", size);
    let x = 0;
    const placed = inReadingOrder(words).map(({ text, face, width }) => {
      const start = x;
      x += width + space;
      return { text, face, x: start };
    });
    return { words: placed, width: Math.max(0, x - space) };
  }

  /** Returns a word in a font that has all of it; else in one that has most, without the rest. */
  #partsOf(text: string, size: number): Word[] {
    const letters = Array.from(text);
    const known = (face: Typeface) => letters.filter((letter) => face.has(letter)).join("");
    const face =
      this.faces.find((each) => each.has(text)) ?? this.faces.toSorted((a, b) => known(b).length - known(a).length)[0];
    if (!face || text === "") return [];
    const shown = known(face);
    const isRightToLeft = rightToLeft.test(shown);
    return shown === "" ? [] : [{ text: shown, face, width: face.width(shown, size), isRightToLeft }];
  }
}

/** Runs of words to the left are turned round, and all runs if the line begins with such a word. */
function inReadingOrder(words: Word[]): Word[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run?.[0]?.isRightToLeft === word.isRightToLeft) run.push(word);
    else runs.push([word]);
  }
  const turned = runs.map((run) => (run[0]?.isRightToLeft ? run.toReversed() : run));
  return (words[0]?.isRightToLeft ? turned.toReversed() : turned).flat();
}

/** Returns a line in letters that one of the fonts has; one of none of them as the numbers of its letters. */
export function printable(line: string, faces: Typeface[]): string {
  const letters = Array.from(line.normalize("NFC"));
  const kept = letters.filter((letter) => faces.some((face) => face.has(letter))).join("");
  if (kept.trim() !== "" || line.trim() === "") return kept;
  const numbers = letters.filter((letter) => letter.trim() !== "").map((letter) => letter.codePointAt(0) ?? 0);
  return numbers.map((number) => `U+${number.toString(16).toUpperCase()}`).join(" ");
}

/** Between Chinese and Japanese letters, a line may end anywhere. */
const pieces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\s+/gu;

/** Divides a line into rows that fit; a single word that is too long stays as it is. */
export function wrapLine(line: string, fits: (row: string) => boolean): string[] {
  const rows = [""];
  for (const piece of line.match(pieces) ?? []) {
    const row = rows.at(-1) ?? "";
    if (row === "" || piece.trim() === "" || fits(row + piece))
      rows.splice(-1, 1, row === "" ? piece.trim() : row + piece);
    else rows.push(piece);
  }
  return rows.map((row) => row.trim());
}
