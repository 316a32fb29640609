import { printable, WordPlacer, wrapLine } from "./place-words";
import { readSubstitutes, readTypeface, type Typeface } from "./typeface";

/** The site's fonts as pdfkit can take a part of them: it can't with those that the browser gets. */
const files = {
  serif: "fraunces-soft-roman-350.ttf",
  sans: "source-sans-3-400.ttf",
  strong: "source-sans-3-600.ttf",
};
type FontName = keyof typeof files;

/** `texts`: all that is written, so that fonts are read for the letters that the site's own lack. */
type PdfFacts = { margin: number; title: string; author: string; createdAt?: Date; texts: string };

/** How a text is written, from its left upper corner. What is higher than `height` is shortened. */
type TextLook = {
  font: FontName;
  size: number;
  x: number;
  y: number;
  width: number;
  align?: "left" | "right";
  lineGap?: number;
  height?: number;
};

/** Opens a PDF of A4 pages, with the fonts in it; `isWritten` is the file once it has ended. */
export async function openPdf({ margin, title, author, createdAt, texts }: PdfFacts) {
  // Loaded when first used, as other things that draw.
  const { default: PDFDocument } = await import("pdfkit");
  const [serif, sans, strong] = await Promise.all([
    readTypeface(files.serif),
    readTypeface(files.sans),
    readTypeface(files.strong),
  ]);
  const others = await readSubstitutes(texts, [sans]);
  const info = { Title: title, Author: author, ...(createdAt && { CreationDate: createdAt }) };
  const page = new PDFDocument({ size: "A4", margin, info });
  const parts: Buffer[] = [];
  page.on("data", (part: Buffer) => parts.push(part));
  const isWritten = new Promise<Buffer>((resolve, reject) =>
    page.on("end", () => resolve(Buffer.concat(parts))).on("error", reject),
  );
  const names = new Map<Typeface, string>();
  const own: Record<FontName, Typeface> = { serif, sans, strong };
  for (const [name, face] of [...Object.entries(own), ...others.map((face, nth) => [`other${nth}`, face] as const)]) {
    page.registerFont(name, face.file);
    names.set(face, name);
  }
  const facesFor = (font: FontName): [Typeface, ...Typeface[]] =>
    font === "serif" ? [serif, sans, ...others] : [own[font], ...others];
  /** Writes a text of any script in the colour that is set. `page.y` is below it then. */
  const write = (text: string, look: TextLook) =>
    writeText(page, text, { ...look, faces: facesFor(look.font), nameOf: (face) => names.get(face) ?? "sans" });
  return { page, write, isWritten };
}

type Pdf = PDFKit.PDFDocument;
type Writing = TextLook & { faces: [Typeface, ...Typeface[]]; nameOf: (face: Typeface) => string };

function writeText(page: Pdf, text: string, writing: Writing): void {
  const { font, size, x, y, width, lineGap = 0, height = Infinity, faces } = writing;
  const lines = text.split("\n").map((line) => printable(line, faces));
  const placer = new WordPlacer(faces);
  page.font(font).fontSize(size);
  if (lines.every((line) => placer.isPlain(line))) {
    const { align = "left" } = writing;
    page.text(lines.join("\n"), x, y, {
      width,
      align,
      lineGap,
      ...(height < Infinity && { height, ellipsis: true }),
    });
    return;
  }
  const lineHeight = page.currentLineHeight(true) + lineGap;
  const rows = lines.flatMap((line) => wrapLine(line, (row) => placer.width(row, size) <= width));
  const shown = rows.slice(0, Math.max(1, Math.floor(height / lineHeight)));
  if (shown.length < rows.length) shown.push(`${shown.pop() ?? ""} …`);
  for (const [nth, row] of shown.entries()) writeRow(page, row, { ...writing, placer, y: y + nth * lineHeight });
  page.x = x;
  page.y = y + shown.length * lineHeight;
}

function writeRow(
  page: Pdf,
  row: string,
  { placer, size, x, y, width, align, nameOf }: Writing & { placer: WordPlacer },
) {
  const base = placer.faces[0].ascent;
  const left = align === "right" ? x + width - placer.width(row, size) : x;
  // Programs that copy or read the text aloud take it from here: shaped letters are other ones, in another order.
  page.markContent("Span", { actual: row });
  for (const word of placer.place(row, size)) {
    page.font(nameOf(word.face)).fontSize(size);
    page.text(word.text, left + word.x, y + size * base, { lineBreak: false, baseline: "alphabetic" });
  }
  page.endMarkedContent();
}
