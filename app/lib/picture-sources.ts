/** The widths in pixels in which the server keeps a picture. */
const widths = [480, 960, 1600];

const ownPicture = /^(\/media\/images\/[\da-f-]{36})\.[a-z]+$/;
const pictureOfContent = /^\/media\/(?:recordings|collections)\/[^?]+\?v=\w+$/;

type PictureSources = { webp: string; jpeg: string };

/** Returns the `srcset` of an uploaded picture in both types; null for a drawing. */
export function sourcesOf(src: string): PictureSources | null {
  const [, base] = ownPicture.exec(src) ?? [];
  if (base === undefined && !pictureOfContent.test(src)) return null;
  const addressOf = (size: string) => (base === undefined ? `${src}&size=${size}` : `${base}-${size}`);
  const list = (type: string) => widths.map((width) => `${addressOf(`${width}.${type}`)} ${width}w`).join(", ");
  return { webp: list("webp"), jpeg: list("jpg") };
}

/** Returns the link that loads a page's largest picture early, in the width that `Picture` chooses. */
export function preloadOf(src: string, sizes: string) {
  const link = { tagName: "link", rel: "preload", as: "image", fetchpriority: "high" } as const;
  const sources = sourcesOf(src);
  if (!sources) return { ...link, href: src };
  return { ...link, type: "image/webp", imageSrcSet: sources.webp, imageSizes: sizes };
}
