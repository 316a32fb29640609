import { textOf, type Page } from "./browser-without-javascript";

const conflictSection = "section[aria-label='Changed since you opened it']";

/** The selector of what a form shows when another admin saved it first; `part` selects within. */
export const conflict = (part = "") => `${conflictSection} ${part}`.trim();

/** Returns the addresses of links. */
export const hrefsOf = (page: Page, selector: string) =>
  page.root.querySelectorAll(selector).map((link) => link.getAttribute("href"));

/** Returns the texts of all elements that a selector finds. */
export const textsOf = (page: Page, selector: string): string[] =>
  page.root.querySelectorAll(selector).map(({ text }) => normalized(text));

/** Returns the message above the page about the last action, which JavaScript shows as a toast. */
export const toastOf = (page: Page): string | undefined => messagesOn(page).find(({ isInMain }) => !isInMain)?.text;

/** Returns the first message in the page's main part or its dialog. */
export const noticeOf = (page: Page): string | undefined => messagesOn(page).find(({ isInMain }) => isInMain)?.text;

/** Returns the first message on the page. */
export const messageOn = (page: Page): string | undefined => toastOf(page) ?? noticeOf(page);

/** Returns the errors beside the invalid fields. */
export const errorsOf = (page: Page): string[] =>
  page.root
    .querySelectorAll("[aria-invalid=true]")
    .map((field) => textOf(page, `[id="${field.getAttribute("aria-describedby")}"]`) ?? "");

/** Returns the paragraphs of the page's main part and its dialog. */
export const paragraphsOf = (page: Page): string[] => textsOf(page, "main p, dialog p");

/** Returns the sentence of an empty list, which follows its drawing. */
export const emptyTextOf = (page: Page): string | undefined => textOf(page, "main svg + p");

/** Returns the rows of the page's tables. */
export const rowsOf = (page: Page): string[] => textsOf(page, "main tbody tr");

/** Returns a table's cells under a heading, each with the links in it. */
export function cellsUnder(page: Page, heading: string) {
  const tables = page.root.querySelectorAll("main table");
  for (const table of tables) {
    const headings = table.querySelectorAll("thead th").map(({ text }) => normalized(text));
    const column = headings.findIndex((text) => text.startsWith(heading));
    if (column < 0) continue;
    return table.querySelectorAll("tbody tr").map((row) => row.querySelectorAll("th, td")[column]!);
  }
  throw new Error(`no column "${heading}" on ${page.url} (${page.status})`);
}

export const cellTextsUnder = (page: Page, heading: string): string[] =>
  cellsUnder(page, heading).map(({ text }) => normalized(text));

/** Returns the section under a heading. */
export function sectionUnder(page: Page, heading: string) {
  const sections = page.root.querySelectorAll("section");
  const section = sections.find((candidate) => candidate.querySelector("h2")?.text === heading);
  if (!section) throw new Error(`no section "${heading}" on ${page.url} (${page.status})`);
  return section;
}

/** Returns the description of a term in the page's description lists. */
export const factNamed = (page: Page, name: string): string | undefined => {
  const term = page.root.querySelectorAll("dt").find(({ text }) => normalized(text) === name);
  return term && normalized(term.nextElementSibling?.text ?? "");
};

/** Returns the description list with a term. */
export const factsWith = (page: Page, name: string): string | undefined => {
  const lists = page.root.querySelectorAll("dl");
  const list = lists.find((dl) => dl.querySelectorAll("dt").some(({ text }) => normalized(text) === name));
  return list && normalized(list.text);
};

function messagesOn(page: Page) {
  return page.root
    .querySelectorAll("[role=status], [role=alert]")
    .map((element) => ({ text: normalized(element.text), isInMain: element.closest("main, dialog") !== null }))
    .filter(({ text }) => text !== "");
}

/** Returns the key for an authenticator app, if it is shown. */
export const secretOn = (page: Page): string | undefined =>
  paragraphsOf(page).find((text) => /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/.test(text));

const normalized = (text: string) => text.replace(/\s+/g, " ").trim();
