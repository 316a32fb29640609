import { render } from "@react-email/components";
import { createElement } from "react";
import { requireTemplate } from "./templates";

/** How a letter reads without its looks: labels beside their facts, headings in the words they were written in. */
const plainText = {
  wordwrap: false,
  selectors: [
    { selector: "h1", options: { uppercase: false } },
    { selector: "table.facts", format: "dataTable", options: { uppercaseHeaderCells: false, colSpacing: 3 } },
  ],
} as const;

/** Writes out a letter, as HTML and as plain text. */
export async function renderMail(template: string, props: object): Promise<{ html: string; text: string }> {
  const letter = createElement(requireTemplate(template).default, props);
  const html = await render(letter);
  const text = await render(letter, {
    plainText: true,
    htmlToTextOptions: { ...plainText, selectors: [...plainText.selectors] },
  });
  return { html, text };
}
