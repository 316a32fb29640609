import { sourcesOf } from "~/lib/picture-sources";
import type { ComponentProps } from "react";

type PictureProps = Omit<ComponentProps<"img">, "srcSet" | "sizes" | "src"> & {
  src: string;
  /** The width in which it is shown, as browsers read it. */
  sizes: string;
};

/** Renders a picture in the width that the device needs; drawings have one that fits all. */
export function Picture({ src, sizes, alt = "", ...image }: PictureProps) {
  const sources = sourcesOf(src);
  if (!sources) return <img {...image} src={src} alt={alt} />;
  return (
    <picture className="contents">
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      <img {...image} src={src} srcSet={sources.jpeg} sizes={sizes} alt={alt} />
    </picture>
  );
}
