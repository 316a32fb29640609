/** A rendered answer, cut where it differs between visitors. */
export type PageTemplate = Piece[];

type Piece = { text: Buffer } | { name: string; encode: Encode };
type Encode = (value: string) => string;
type Kind = "page" | "data";

/**
 * Cuts an answer at the marks that were rendered instead of values. Throws unless each mark is found, and only where
 * it is known how to write a value: as an input's value, as the text of a text area, and in the loaders' data.
 */
export function cutTemplate(answer: string, marks: Record<string, string>, kind: Kind): PageTemplate {
  const encoderAt = kind === "data" ? encoderInData(answer) : encoderInPage(answer);
  const names = new Map(Object.entries(marks).map(([name, mark]) => [mark, name]));
  const pieces: PageTemplate = [];
  let end = 0;
  for (const { 0: mark, index } of answer.matchAll(new RegExp([...names.keys()].join("|"), "g"))) {
    const name = names.get(mark) ?? "";
    const encode = encoderAt(index, index + mark.length);
    if (!encode) throw new Error(`the value of ${name} is written where it can't be replaced`);
    pieces.push({ text: Buffer.from(answer.slice(end, index)) }, { name, encode });
    end = index + mark.length;
  }
  const found = new Set(pieces.flatMap((piece) => ("text" in piece ? [] : [piece.name])));
  const missing = [...names.values()].find((name) => !found.has(name));
  if (missing !== undefined) throw new Error(`the value of ${missing} is not written`);
  return [...pieces, { text: Buffer.from(answer.slice(end)) }];
}

export const fillTemplate = (template: PageTemplate, values: Record<string, string>): Buffer =>
  Buffer.concat(
    template.map((piece) => {
      if ("text" in piece) return piece.text;
      const value = values[piece.name];
      if (value === undefined) throw new Error(`no value of ${piece.name}`);
      return Buffer.from(piece.encode(value));
    }),
  );

type EncoderAt = (start: number, end: number) => Encode | null;

function encoderInPage(page: string): EncoderAt {
  const scripts = [...page.matchAll(/<script\b[^>]*>/g)].map(({ 0: element, index }) => {
    const start = index + element.length;
    const close = page.indexOf("</script>", start);
    return { start, end: close < 0 ? page.length : close };
  });
  return (start, end) => {
    const script = scripts.find((one) => one.start <= start && end <= one.end);
    const isBetween = (before: string, after: string) =>
      page.startsWith(before, start - before.length) && page.startsWith(after, end);
    if (script) {
      const isData = page.startsWith(dataScript, script.start) && isBetween(',\\"', '\\"');
      return isData ? (value) => asScript(inJson(inJson(value))) : null;
    }
    if (isBetween(' nonce="', '"')) return asHtml;
    if (isBetween(' value="', '"') || isBetween(">", "</textarea>")) return asHtml;
    return null;
  };
}

/** The data is JSON in a string of a script. */
const dataScript = "window.__remixContext.streamController.enqueue(";

const encoderInData =
  (data: string): EncoderAt =>
  (start, end) =>
    data.startsWith(',"', start - 2) && data[end] === '"' ? inJson : null;

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** As React escapes text and attributes. */
const asHtml = (value: string): string => value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** As Remix escapes the data in its scripts. */
const asScript = (json: string): string =>
  json.replaceAll(/[&<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
