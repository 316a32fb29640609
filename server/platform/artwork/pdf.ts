import { readFile } from "node:fs/promises";

/** The site's fonts as pdfkit can take a part of them: it can't with those that the browser gets. */
const readFonts = () =>
  Promise.all(
    ["fraunces-soft-roman-350", "source-sans-3-latin-400", "source-sans-3-latin-600"].map((name) =>
      readFile(`app/fonts/${name}.ttf`),
    ),
  );

type PdfFacts = { margin: number; title: string; author: string; createdAt?: Date };

/** Opens a PDF of A4 pages with the fonts `serif`, `sans` and `strong`; `isWritten` is the file once it has ended. */
export async function openPdf({ margin, title, author, createdAt }: PdfFacts) {
  // Loaded when first used, as other things that draw.
  const { default: PDFDocument } = await import("pdfkit");
  const [serif, sans, strong] = await readFonts();
  const info = { Title: title, Author: author, ...(createdAt && { CreationDate: createdAt }) };
  const page = new PDFDocument({ size: "A4", margin, info });
  const parts: Buffer[] = [];
  page.on("data", (part: Buffer) => parts.push(part));
  const isWritten = new Promise<Buffer>((resolve, reject) =>
    page.on("end", () => resolve(Buffer.concat(parts))).on("error", reject),
  );
  page.registerFont("serif", serif).registerFont("sans", sans).registerFont("strong", strong);
  return { page, isWritten };
}

/** Letters that have no form without their mark. */
const plainLetters: Record<string, string> = { Ł: "L", ł: "l", Đ: "D", đ: "d", ı: "i", Ħ: "H", ħ: "h" };

/** What the fonts of the file can draw. */
const drawable = /[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]/;

/** Returns a text in letters that the fonts have: others lose their marks, and what is left over is left out. */
export const printable = (text: string): string =>
  [...text.normalize("NFC")]
    .map((letter) => {
      if (drawable.test(letter)) return letter;
      return [...(plainLetters[letter] ?? letter.normalize("NFD"))].filter((part) => drawable.test(part)).join("");
    })
    .join("");
