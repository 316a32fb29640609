import { convert, type HtmlToTextOptions } from "html-to-text";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { requireTemplate } from "./templates";

/** How a letter reads without its looks: labels beside their facts, headings in the words they were written in. */
const plainText: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "h1", options: { uppercase: false } },
    { selector: "table.facts", format: "dataTable", options: { uppercaseHeaderCells: false, colSpacing: 3 } },
  ],
};

/**
 * Writes out a letter, as HTML and as plain text. React Email's own `render` streams, and React 18's stream leaves
 * NUL characters between its chunks, which end the letter for some clients: https://github.com/facebook/react/issues/24985
 */
export function renderMail(template: string, props: object): { html: string; text: string } {
  const body = renderToStaticMarkup(createElement(requireTemplate(template).default, props));
  return { html: `<!doctype html>${body}`, text: convert(body, plainText) };
}
