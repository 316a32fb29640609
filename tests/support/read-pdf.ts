import { inflateSync } from "node:zlib";

/** What a PDF of pdfkit holds, as a reader of files sees it. */
type ReadPdf = { pages: number; size: string; embeddedFonts: number; text: string; spoken: string[] };

/** Reads a PDF back: its pages, the fonts in the file, and its text by the tables that map glyphs to letters. */
export function readPdf(pdf: Buffer): ReadPdf {
  const file = pdf.toString("latin1");
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = "", body = ""]) => [id, body] as const),
  );
  const streamOf = (id: string) => {
    const [, data = ""] = /stream\n(.*?)\nendstream/s.exec(objects.get(id) ?? "") ?? [];
    const bytes = Buffer.from(data, "latin1");
    return (objects.get(id) ?? "").includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : data;
  };
  const all = [...objects.values()].join("\n");
  const letters = new Map(
    [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const [, table = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
      return [name, lettersIn(streamOf(table))] as const;
    }),
  );
  const contents = [...all.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id = ""]) => streamOf(id)).join("\n");
  return {
    pages: all.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    size: /\/MediaBox \[([^\]]*)\]/.exec(all)?.[1] ?? "",
    embeddedFonts: all.match(/\/FontFile[23]? \d+ 0 R/g)?.length ?? 0,
    text: textIn(contents, letters),
    spoken: [...contents.matchAll(/\/ActualText \((.*?[^\\])\)\s*>>/gs)].map(([, text = ""]) => stringIn(text)),
  };
}

/** Reads a string with its signs escaped, in UTF-16 if it begins with the mark of that. */
function stringIn(escaped: string): string {
  const signs: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const raw = escaped.replace(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign);
  if (!raw.startsWith("\xfe\xff")) return raw;
  return Buffer.from(raw.slice(2), "latin1").swap16().toString("utf16le");
}

/** Reads a table such as "<0000> <0041>" or "[<0041> <0042>]" for a range of glyphs. */
function lettersIn(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  const decode = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, from = "", , list = ""] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const each = [...list.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = ""]) => decode(hex.replaceAll(" ", "")));
    each.forEach((letter, index) => letters.set(Number.parseInt(from, 16) + index, letter));
  }
  return letters;
}

function textIn(contents: string, fonts: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>();
  const lines: string[] = [];
  for (const [, name, shown] of contents.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map<number, string>();
    if (!shown) continue;
    const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    lines.push(glyphs.map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? "?").join(""));
  }
  return lines.join("\n");
}
