import { readFile } from "node:fs/promises";
import type { create, Font } from "fontkit";
import { unpackWoff } from "./unpack-woff";

export type Typeface = {
  /** The file, as pdfkit can take a part of it; not for those of browsers. */
  file: Buffer;
  /** Whether it draws only what the site's own fonts lack. */
  isSubstitute: boolean;
  /** The distance from a line's top to its base, in parts of its size. */
  ascent: number;
  has(text: string): boolean;
  width(text: string, size: number): number;
  /** Returns SVG paths from (x, y) on the base line, so that drawing needs no font. */
  outline(text: string, at: { x: number; y: number; size: number }): string;
};

/** Reads a font of the site; `tracking` is added after each letter, in em. */
export async function readTypeface(name: string, { tracking = 0 } = {}): Promise<Typeface> {
  // Loaded when first used, as other things that draw.
  const fontkit = await import("fontkit");
  const file = await readFile(`app/fonts/${name}`);
  return typefaceOf(file, fontkit.create(file), { tracking, isSubstitute: false });
}

/** What draws the letters that the site's own fonts lack, in this order; the last one has nearly all of Unicode’s first plane. */
const substitutes = [
  { package: "noto-sans-arabic", file: "noto-sans-arabic-arabic-400-normal.woff" },
  { package: "noto-sans-hebrew", file: "noto-sans-hebrew-hebrew-400-normal.woff" },
  { package: "unifont", file: "unifont-latin-400-normal.woff" },
];

const read = new Map<string, Promise<Typeface>>();

/** Returns the fonts that a text needs beside those that are given. */
export async function readSubstitutes(text: string, given: Typeface[]): Promise<Typeface[]> {
  let rest = [...new Set(text)].filter((letter) => !given.some((face) => face.has(letter)));
  const found: Typeface[] = [];
  for (const { package: name, file } of substitutes) {
    if (rest.every((letter) => letter.trim() === "")) break;
    const face = await (read.get(name) ?? readSubstitute(name, file));
    const left = rest.filter((letter) => !face.has(letter));
    if (left.length < rest.length) found.push(face);
    rest = left;
  }
  return found;
}

function readSubstitute(name: string, file: string): Promise<Typeface> {
  const reading = (async () => {
    const fontkit = await import("fontkit");
    const font = await unpackWoff(await readFile(`node_modules/@fontsource/${name}/files/${file}`));
    return typefaceOf(font, fontkit.create(font), { tracking: 0, isSubstitute: true });
  })();
  read.set(name, reading);
  return reading;
}

type FontLook = { tracking: number; isSubstitute: boolean };

function typefaceOf(file: Buffer, opened: ReturnType<typeof create>, { tracking, isSubstitute }: FontLook): Typeface {
  const font = opened as Font;
  const shape = (text: string, size: number) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let x = 0;
    const placed = glyphs.map((glyph, index) => {
      const start = x + (positions[index]?.xOffset ?? 0) * scale;
      x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
      return { glyph, x: start };
    });
    return { placed, scale, width: x };
  };
  return {
    file,
    isSubstitute,
    ascent: font.ascent / font.unitsPerEm,
    has: (text) => Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    width: (text, size) => shape(text, size).width,
    outline(text, { x, y, size }) {
      const { placed, scale } = shape(text, size);
      const drawn = placed.map(({ glyph, x: offset }) => {
        const d = glyph.path.toSVG();
        return d && `<path transform="translate(${(x + offset).toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${d}"/>`;
      });
      return drawn.join("");
    },
  };
}
