import { create, type Font } from "fontkit";

export type Typeface = {
  has(text: string): boolean;
  width(text: string, size: number): number;
  /** Returns SVG paths from (x, y) on the base line, so that drawing needs no font. */
  outline(text: string, at: { x: number; y: number; size: number }): string;
};

/** `tracking` is added after each letter, in em. */
export function readTypeface(file: Buffer, { tracking = 0 } = {}): Typeface {
  const font = create(file) as Font;
  const shape = (text: string, size: number) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let x = 0;
    const placed = glyphs.map((glyph, index) => {
      const start = x;
      x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
      return { glyph, x: start };
    });
    return { placed, scale, width: x };
  };
  return {
    has: (text) => Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    width: (text, size) => shape(text, size).width,
    outline(text, { x, y, size }) {
      const { placed, scale } = shape(text, size);
      const drawn = placed.map(({ glyph, x: offset }) => {
        const d = glyph.path.toSVG();
        return d && `<path transform="translate(${(x + offset).toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${d}"/>`;
      });
      return drawn.join("");
    },
  };
}
