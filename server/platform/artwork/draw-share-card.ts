import { createHash } from "node:crypto";
import { limitInputPixels } from "./draw-square";
import { printable, WordPlacer, wrapLine } from "./place-words";
import { plate, type PlateCategory } from "./plate";
import { readSubstitutes, readTypeface } from "./typeface";

const shareImageSize = { width: 1200, height: 630 } as const;

const colours = { ground: "#f5f0e6", ink: "#14302b", soft: "#3c524b", clay: "#9e4526" };
const plateWidth = 460;
const left = 72;
const textWidth = shareImageSize.width - plateWidth - left - 48;
const minTitleSize = 54;
const titleSizes = [84, 74, 64, minTitleSize];
const maxLines = 3;

type Placers = { roman: WordPlacer; italic: WordPlacer };

async function readPlacers(card: ShareCard): Promise<Placers> {
  const [roman, italic, sans] = await Promise.all([
    readTypeface("fraunces-soft-roman.woff2", { tracking: -0.015 }),
    readTypeface("fraunces-soft-italic.woff2"),
    readTypeface("source-sans-3-400.ttf"),
  ]);
  const others = [sans, ...(await readSubstitutes(JSON.stringify(card), [roman, sans]))];
  return { roman: new WordPlacer([roman, ...others]), italic: new WordPlacer([italic, ...others]) };
}

/** Returns the card as a PNG. `picture` is the content of the card's own one. */
export async function drawShareCard(card: ShareCard, picture?: Buffer): Promise<Buffer> {
  // Loaded when first used: sharp, fontkit and file-type are a third of the server's start-up time.
  const { default: sharp } = await import("sharp");
  const drawn = sharp(Buffer.from(layOut(card, await readPlacers(card))));
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

function layOut({ siteName, category, title, lines, plate: { category: drawing, seed } }: ShareCard, placers: Placers) {
  const { width, height } = shareImageSize;
  const { roman, italic } = placers;
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

const write = (placer: WordPlacer, line: string, at: { x: number; y: number; size: number }) =>
  placer
    .place(printable(line, placer.faces), at.size)
    .map(({ text: word, face, x }) => face.outline(word, { ...at, x: at.x + x }))
    .join("");

/** Draws at half size and scales up: the lines are meant for small pictures. */
function plateOf(category: ShareCard["plate"]["category"], seed: string): string {
  const half = { width: plateWidth / 2, height: shareImageSize.height / 2 };
  const drawn = plate(category, seed, half).replaceAll(` vector-effect="non-scaling-stroke"`, "");
  return drawn.replace("<svg ", `<svg width="${plateWidth}" height="${shareImageSize.height}" `);
}

function fit(title: string, face: WordPlacer): { size: number; rows: string[] } {
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

const wrap = (title: string, face: WordPlacer, size: number): string[] =>
  wrapLine(title.trim(), (row) => face.width(row, size) <= textWidth);

function cut(row: string, face: WordPlacer, size: number): string {
  let kept = row;
  while (kept.length > 1 && face.width(kept, size) > textWidth)
    kept = `${kept.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
  return kept;
}

const mark =
  `<g fill="none" stroke="${colours.ink}" stroke-width="1.6"><circle cx="14" cy="14" r="12.5"/>` +
  `<circle cx="14" cy="17" r="9.5"/></g><circle cx="14" cy="20.5" r="5" fill="#b5522f"/>`;

/** Increase it with every change of the drawing. */
const drawing = 2;

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
