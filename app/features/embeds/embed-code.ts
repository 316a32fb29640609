export const embedThemes = ["light", "dark"] as const;

/** What is shown on another website: "schedule", "passes", "free-times" or "sessions/ID", in which theme. */
export type EmbedChoice = { what: string; theme: string; title: string };

/** The pages of this site that show the same, where their addresses differ. */
const pages: Partial<Record<string, string>> = { schedule: "/", "free-times": "/one-to-one" };

const linkOf = ({ what, title }: EmbedChoice, siteUrl: string): string => {
  const path = pages[what] ?? `/${what}`;
  return `<a href="${siteUrl}${path}">${escapeHtml(title)}</a>`;
};

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns the lines to paste. The link is shown where scripts or frames are off. */
export function scriptCode(embed: EmbedChoice, siteUrl: string): string {
  const theme = embed.theme ? ` data-theme="${embed.theme}"` : "";
  return [
    `<div data-breathroom="${embed.what}"${theme} data-title="${escapeHtml(embed.title)}">${linkOf(embed, siteUrl)}</div>`,
    `<script async src="${siteUrl}/embed.js"></script>`,
  ].join("\n");
}

export const framePath = ({ what, theme }: Pick<EmbedChoice, "what" | "theme">): string =>
  `/embed/${what}${theme ? `?theme=${theme}` : ""}`;

/** Returns a frame of a fixed height, for websites that allow no scripts. */
export function frameCode({ what, theme, title }: EmbedChoice, siteUrl: string): string {
  const address = `${siteUrl}${framePath({ what, theme })}`;
  return `<iframe src="${address}" title="${escapeHtml(title)}" style="width:100%;height:600px;border:0"></iframe>`;
}
