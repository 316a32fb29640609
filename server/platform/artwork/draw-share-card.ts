import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { create, Font } from "fontkit";
import { limitInputPixels } from "./draw-square";
import { plate, type PlateCategory } from "./plate";

const shareImageSize = { width: 1200, height: 630 } as const;

const colours = { ground: "#f5f0e6", ink: "#14302b", soft: "#3c524b", clay: "#9e4526" };
const plateWidth = 460;
const left = 72;
const textWidth = shareImageSize.width - plateWidth - left - 48;
const minTitleSize = 54;
const titleSizes = [84, 74, 64, minTitleSize];
const maxLines = 3;

type Typefaces = { roman: Typeface; italic: Typeface };

export async function readTypefaces(): Promise<Typefaces> {
  const fontkit = await import("fontkit");
  const read = (style: string) => readFile(`app/fonts/fraunces-soft-${style}.woff2`);
  const [roman, italic] = await Promise.all([read("roman"), read("italic")]);
  return {
    roman: readTypeface(fontkit.create(roman), { tracking: -0.015 }),
    italic: readTypeface(fontkit.create(italic)),
  };
}

/** Returns the card as a PNG. `picture` is the content of the card's own one. */
export async function drawShareCard(card: ShareCard, typefaces: Typefaces, picture?: Buffer): Promise<Buffer> {
  // Loaded when first used: sharp, fontkit and file-type are a third of the server's start-up time.
  const { default: sharp } = await import("sharp");
  const drawn = sharp(Buffer.from(layOut(card, typefaces)));
  const beside = picture && (await cutToPlate(picture));
  if (beside) drawn.composite([{ input: beside, left: shareImageSize.width - plateWidth, top: 0 }]);
  return drawn.png({ palette: true, colours: beside ? 256 : 128, effort: 7 }).toBuffer();
}

/** Returns null for a picture that browsers show and the decoder does not know: the drawing stays in its place. */
async function cutToPlate(picture: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import("sharp");
  return sharp(picture, { limitInputPixels })
    .autoOrient()
    .resize(plateWidth, shareImageSize.height, { fit: "cover", position: "attention" })
    .png()
    .toBuffer()
    .catch(() => null);
}

function layOut({ siteName, category, title, lines, plate: { category: drawing, seed } }: ShareCard, faces: Typefaces) {
  const { width, height } = shareImageSize;
  const { roman, italic } = faces;
  const { size, rows } = fit(title, roman);
  const base = 560 - 54 * (lines.length - 1);
  const firstRow = base - 76 - (rows.length - 1) * size * 1.08;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${colours.ground}" d="M0 0h${width}v${height}H0z"/>`,
    `<g transform="translate(${width - plateWidth} 0)">${plateOf(drawing, seed)}</g>`,
    `<g transform="translate(${left} 60) scale(1.75)">${mark}</g>`,
    text(colours.ink, write(roman, siteName, { x: left + 68, y: 97, size: 38 })),
    text(colours.clay, write(italic, category ?? "", { x: left, y: firstRow - size * 0.9 - 26, size: 38 })),
    text(
      colours.ink,
      rows.map((row, nth) => write(roman, row, { x: left, y: firstRow + nth * size * 1.08, size })).join(""),
    ),
    text(
      colours.soft,
      lines.map((line, nth) => write(roman, line, { x: left, y: base + nth * 54, size: 36 })).join(""),
    ),
    "</svg>",
  ].join("");
}

const text = (colour: string, outlines: string) => `<g fill="${colour}">${outlines}</g>`;

/** Omits text that the fonts lack glyphs for, which would be drawn as boxes. */
const write = (face: Typeface, line: string, at: { x: number; y: number; size: number }) =>
  face.has(line) ? face.outline(line, at) : "";

/** Draws at half size and scales up: the lines are meant for small pictures. */
function plateOf(category: ShareCard["plate"]["category"], seed: string): string {
  const half = { width: plateWidth / 2, height: shareImageSize.height / 2 };
  const drawn = plate(category, seed, half).replaceAll(` vector-effect="non-scaling-stroke"`, "");
  return drawn.replace("<svg ", `<svg width="${plateWidth}" height="${shareImageSize.height}" `);
}

function fit(title: string, face: Typeface): { size: number; rows: string[] } {
  for (const size of titleSizes) {
    const rows = wrap(title, face, size);
    if (rows.length <= maxLines && rows.every((row) => face.width(row, size) <= textWidth)) return { size, rows };
  }
  const size = minTitleSize;
  const rows = wrap(title, face, size);
  const kept = rows.slice(0, maxLines).map((row) => cut(row, face, size));
  if (rows.length <= maxLines) return { size, rows: kept };
  return { size, rows: kept.with(-1, cut(`${kept.at(-1)?.replace(/…$/, "")}…`, face, size)) };
}

function wrap(title: string, face: Typeface, size: number): string[] {
  const rows: string[] = [];
  for (const word of title.split(/\s+/).filter(Boolean)) {
    const longer = `${rows.at(-1) ?? ""} ${word}`.trim();
    if (rows.length > 0 && face.width(longer, size) <= textWidth) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

function cut(row: string, face: Typeface, size: number): string {
  let kept = row;
  while (kept.length > 1 && face.width(kept, size) > textWidth)
    kept = `${kept.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
  return kept;
}

const mark =
  `<g fill="none" stroke="${colours.ink}" stroke-width="1.6"><circle cx="14" cy="14" r="12.5"/>` +
  `<circle cx="14" cy="17" r="9.5"/></g><circle cx="14" cy="20.5" r="5" fill="#b5522f"/>`;

/** Increase it with every change of the drawing. */
const drawing = 1;

/** Changes with everything the picture depends on, so that it can be cached forever. */
export const versionOf = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([drawing, card]))
    .digest("hex")
    .slice(0, 12);

export type ShareCard = {
  siteName: string;
  category: string | null;
  title: string;
  lines: string[];
  plate: { category: PlateCategory; seed: string };
  /** The id of the file of a picture that stands in place of the drawing. */
  picture?: string | undefined;
};

type Typeface = {
  has(text: string): boolean;
  width(text: string, size: number): number;
  /** Returns SVG paths from (x, y) on the base line, so that drawing needs no font. */
  outline(text: string, at: { x: number; y: number; size: number }): string;
};

/** `tracking` is added after each letter, in em. */
function readTypeface(file: ReturnType<typeof create>, { tracking = 0 } = {}): Typeface {
  const font = file as Font;
  const shape = (text: string, size: number) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let x = 0;
    const placed = glyphs.map((glyph, index) => {
      const start = x;
      x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
      return { glyph, x: start };
    });
    return { placed, scale, width: x };
  };
  return {
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
