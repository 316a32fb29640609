import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "rollup/parseAst";
import { root } from "./project.mjs";

const classSelector = /\.(-?(?:[A-Za-z_]|\\[0-9a-f]{1,6} ?|\\.)(?:[\w-]|\\[0-9a-f]{1,6} ?|\\.)*)/g;
/** Single words may mean something else, such as the tag `button`. */
const isCompound = (name) => /\W/.test(name);

/**
 * Gives the classes of the stylesheets short names, in the stylesheets and in the compiled scripts of the browser and
 * the server, because pages, scripts and selectors repeat Tailwind's long ones.
 */
export function shortenClasses() {
  const { outputs } = JSON.parse(readFileSync(path.join(root, "build", "metafile.js.json"), "utf8"));
  const read = (file) => ({ file, text: readFileSync(path.join(root, file), "utf8") });
  const filesOf = (extension) => Object.keys(outputs).filter((file) => file.endsWith(extension));
  const sheets = filesOf(".css").map(read);
  const scripts = [...filesOf(".js"), "build/index.js"]
    .map(read)
    .map((each) => ({ ...each, strings: readStrings(each.text) }));
  const selectors = sheets.flatMap(({ text }) => [...text.matchAll(classSelector)]);
  const classes = new Set(selectors.map(([, selector]) => nameOf(selector)));
  const shortNames = chooseNames(
    scripts.flatMap(({ strings }) => strings),
    classes,
  );
  const renamed = sheets.map((sheet) => [path.basename(sheet.file), path.basename(shortenSheet(sheet, shortNames))]);
  for (const { file, text, strings } of scripts) {
    const shortened = withShortNames(text, strings, shortNames);
    const linked = renamed.reduce((code, [from, to]) => code.replaceAll(from, to), shortened);
    writeFileSync(path.join(root, file), linked);
  }
}

/** Returns the new file, which is named after its new content. */
function shortenSheet({ file, text }, shortNames) {
  const short = text.replaceAll(classSelector, (selector, name) => {
    const shortName = shortNames.get(nameOf(name));
    return shortName ? `.${shortName}` : selector;
  });
  const hash = createHash("sha256").update(short).digest("hex").slice(0, 8).toUpperCase();
  const renamed = file.replace(/\w+\.css$/, `${hash}.css`);
  rmSync(path.join(root, file));
  writeFileSync(path.join(root, renamed), short);
  return renamed;
}

/** Characters are escaped by their code point (`\b7`) or by themselves (`\:`). */
const nameOf = (selector) =>
  selector.replaceAll(/\\(?:([0-9a-f]{1,6}) ?|(.))/g, (_, code, character) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : character,
  );

/** Properties of inline styles, as mails have them, with values that are also names of classes: `inline-block`. */
const styles = new Set(["display", "fontVariantNumeric", "textDecoration", "textDecorationLine"]);

/** Returns the strings and the fixed parts of templates, whose first and last word may be incomplete. */
function readStrings(code) {
  const strings = [];
  const walk = (node, isStyle = false) => {
    if (node.type === "Literal" && typeof node.value === "string") {
      const { start, end, value } = node;
      strings.push({ start, end, value, words: wordsOf(value), isWhole: !isStyle, isPart: false });
    } else if (node.type === "TemplateLiteral") {
      for (const part of node.quasis) strings.push(readPart(part, node.quasis));
    }
    const isInStyle = node.type === "Property" ? styles.has(node.key.name) : isStyle;
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.forEach((each) => each?.type && walk(each));
      else if (child?.type) walk(child, isInStyle);
    }
  };
  walk(parseAst(code));
  return strings.sort((a, b) => a.start - b.start);
}

function readPart({ start, end, value: { cooked } }, parts) {
  const text = cooked ?? "";
  const isFirst = parts[0].start === start;
  const isLast = parts.at(-1).start === start;
  const isWhole = !/[\\`$]/.test(text) && (isFirst || /^(\s|$)/.test(text)) && (isLast || /(^|\s)$/.test(text));
  return { start, end, value: text, words: wordsOf(text), isWhole, isPart: true };
}

const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** Names only classes that occur in no string with other words. The most frequent get the shortest names. */
function chooseNames(strings, classes) {
  const uses = new Map();
  const kept = new Set();
  for (const string of strings) {
    string.isClasses = string.isWhole && string.words.every((word) => classes.has(word));
    for (const word of string.words.filter((each) => isCompound(each) && classes.has(each))) {
      if (string.isClasses) uses.set(word, (uses.get(word) ?? 0) + 1);
      else kept.add(word);
    }
  }
  const named = [...uses].filter(([name]) => !kept.has(name)).sort((a, b) => b[1] - a[1]);
  return new Map(named.map(([name], index) => [name, `_${index.toString(36)}`]));
}

function withShortNames(code, strings, shortNames) {
  const shorten = (text) => text.replaceAll(/\S+/g, (word) => shortNames.get(word) ?? word);
  let text = "";
  let end = 0;
  for (const string of strings.filter(
    ({ isClasses, words }) => isClasses && words.some((word) => shortNames.has(word)),
  )) {
    text += code.slice(end, string.start);
    text += string.isPart ? shorten(string.value) : JSON.stringify(shorten(string.value));
    end = string.end;
  }
  return text + code.slice(end);
}
