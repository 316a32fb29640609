import type { TextNode } from "@server/catalogue/pages/markdown";
import { createElement, type ReactNode } from "react";
import { textLinkStyle } from "~/ui/link";
import { Picture } from "~/ui/picture";
import { SiteLink } from "~/features/layout/site-link";

const styles: Record<string, string> = {
  h2: "text-heading mt-6 first:mt-0",
  h3: "text-title mt-3 first:mt-0",
  ul: "grid list-disc gap-2 pl-6 marker:text-accent",
  ol: "grid list-decimal gap-2 pl-6 marker:text-ink-quiet",
  blockquote: "grid gap-3 border-l-2 border-accent pl-5 text-ink-soft",
  hr: "my-3 border-t border-line",
  pre: "overflow-x-auto rounded-paper bg-sunken p-4 font-mono text-small",
  code: "font-mono text-small",
  table: "w-full border-collapse text-left",
  th: "border-b border-line py-2 pr-4 align-top",
  td: "border-b border-line py-2 pr-4 align-top",
  img: "h-auto max-w-full rounded-paper",
};

/** As wide as the text. */
const pictureSizes = "(min-width: 48rem) 40rem, 100vw";

/** Renders the text of a page that the instructor writes, made of elements and never of HTML. */
export const PageText = ({ text }: { text: TextNode[] }) => (
  <div className="grid max-w-text grid-cols-1 gap-4 wrap-anywhere">{text.map(nodeOf)}</div>
);

function nodeOf(node: TextNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, href, src, alt, start } = node;
  const of = node.of?.map(nodeOf);
  if (tag === "a" && href) {
    return (
      <SiteLink key={key} className={textLinkStyle} href={href}>
        {of}
      </SiteLink>
    );
  }
  if (tag === "img" && src) {
    return <Picture key={key} className={styles.img} src={src} alt={alt} sizes={pictureSizes} loading="lazy" />;
  }
  // A scrollable region takes the focus, so that the keyboard reaches what is outside of it.
  const isWide = tag === "pre";
  return createElement(tag, { key, className: styles[tag], start, ...(isWide && { tabIndex: 0 }) }, ...(of ?? []));
}
