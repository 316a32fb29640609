import { readFileSync } from "node:fs";
import {
  accentCss,
  accentOfStylesheet,
  accentStylesheet,
  contrast,
  grounds,
  luminance,
  onDeep,
  paletteOf,
  parseColour,
  shortfallOf,
  usableAccent,
} from "@server/core/accent";
import fc from "fast-check";
import { expect, test } from "vitest";

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`);

test.each([
  ["#7a2e8e", "#7a2e8e"],
  [" 7A2E8E ", "#7a2e8e"],
  ["#a3F", "#aa33ff"],
  ["", null],
  ["purple", null],
  ["#7a2e8", null],
  ["#7a2e8e;}body{", null],
  ["rgb(1,2,3)", null],
])("reads %j as %j", (typed, colour) => {
  expect(parseColour(typed)).toBe(colour);
});

/** From the definition and the examples of WCAG 2.2. */
test.each([
  ["#000000", 0],
  ["#ffffff", 1],
  ["#ff0000", 0.2126],
  ["#00ff00", 0.7152],
  ["#0000ff", 0.0722],
  ["#808080", 0.2159],
])("%s has the relative luminance %d", (colour, value) => {
  expect(luminance(colour)).toBeCloseTo(value, 4);
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#767676", "#ffffff", 4.54],
  ["#ffffff", "#ff0000", 4],
  ["#9e4526", "#9e4526", 1],
])("%s on %s has the contrast %d", (a, b, value) => {
  expect(contrast(a, b)).toBeCloseTo(value, 2);
  expect(contrast(b, a)).toBe(contrast(a, b));
});

test.each([
  ["#9e4526", null],
  ["#1b4a42", null],
  ["#7a2e8e", null],
  ["#0000ff", null],
  ["#000000", null],
  ["#c9673f", { theme: "light", what: "text and links on the page", required: 4.5 }],
  ["#808080", { theme: "light", what: "text and links on the page", required: 4.5 }],
  ["#ffff00", { theme: "light", what: "the text of buttons", required: 4.5 }],
])("the accent %s falls short by %j", (accent, shortfall) => {
  const found = shortfallOf(accent);
  expect(found).toEqual(shortfall && { ...shortfall, ratio: expect.any(Number) as number });
  expect(found === null || found.ratio < 4.5).toBe(true);
});

test("every accent has shades for the dark theme that can be read, and a darker one that can be used", () => {
  fc.assert(
    fc.property(colours, (accent) => {
      const { dark } = paletteOf(accent);
      for (const ground of Object.values(grounds.dark)) {
        expect(contrast(dark.accent, ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(dark.ink, dark.accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark.hover, dark.soft)).toBeGreaterThanOrEqual(4.5);
      expect(shortfallOf(accent)?.theme ?? "light").toBe("light");
      expect(shortfallOf(usableAccent(accent))).toBeNull();
    }),
    { numRuns: 40 },
  );
});

/** Bright, dark, pale, grey and saturated ones, made usable as the form proposes. */
const everyHue = [
  ...Array.from({ length: 24 }, (_, index) => hueOf(index * 15, 1, 0.5)),
  ...Array.from({ length: 12 }, (_, index) => hueOf(index * 30, 0.45, 0.3)),
  ...["#000000", "#0b0b40", "#1b4a42", "#333333", "#7a2e8e", "#a34a00", "#12306b", "#ffffff", "#f2c9d8"],
].map(usableAccent);

function hueOf(hue: number, saturation: number, lightness: number): string {
  const channel = (shift: number) => {
    const at = (shift + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    const value = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

test.each(everyHue)("dark panels, their buttons and the chosen item can be read with the accent %s", (accent) => {
  const { light, dark } = paletteOf(accent);
  const texts = { light: ["#14302b", "#3c524b"], dark: ["#f2ebdc", "#cbd2c6"] };
  for (const [theme, { soft, accent: own, deep }] of [["light", light] as const, ["dark", dark] as const]) {
    // A button or a link on the panel may have a tenth of white over it.
    const touched = blend(deep.deep, "#ffffff", 0.1);
    for (const text of [onDeep, deep.softText, deep.focus]) {
      expect(contrast(text, deep.deep)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, touched)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(deep.deep, grounds[theme].ground)).toBeGreaterThanOrEqual(theme === "light" ? 7 : 1.5);
    expect(contrast(light.deep.deep, onDeep)).toBeGreaterThanOrEqual(7);
    for (const text of texts[theme]) expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(own, soft)).toBeGreaterThanOrEqual(3);
  }
});

const blend = (a: string, b: string, share: number): string =>
  `#${[1, 3, 5]
    .map((start) => {
      const [here, there] = [a, b].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16));
      return Math.round((here ?? 0) * (1 - share) + (there ?? 0) * share)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;

test("an accent that can be used stays as it is in the light theme", () => {
  expect([usableAccent("#7a2e8e"), paletteOf("#7a2e8e").light.accent]).toEqual(["#7a2e8e", "#7a2e8e"]);
});

test("the address of a stylesheet has its accent", () => {
  const name = accentStylesheet("#7a2e8e").replace("/look/", "");
  expect(accentOfStylesheet(name)).toBe("#7a2e8e");
  for (const other of [`0${name}`, name.toUpperCase(), "2-7a2e8.css", "2-7a2e8e;.css", "1-7a2e8e.css"]) {
    expect(accentOfStylesheet(other)).toBeNull();
  }
});

test("the stylesheet replaces colours of the theme by plain colours, in both themes", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  const css = accentCss("#7a2e8e");
  const declared = [...css.matchAll(/(--color-[\w-]+):([^;}]*)/g)];
  expect(declared).toHaveLength(51);
  for (const [, name = "", colour = ""] of declared) {
    expect([tokens.includes(`${name}: `), colour]).toEqual([true, expect.stringMatching(/^#[\da-f]{6}$/)]);
  }
  expect(css).toContain("@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){--color-action:#");
  expect(css).toContain("@media screen{:root[data-theme=dark]{--color-action:#");
});

test("the grounds are those of the stylesheet", () => {
  const [light = "", dark = ""] = readFileSync("app/styles/tokens.css", "utf8").split("@variant dark");
  for (const [css, named] of [[light, grounds.light] as const, [dark, grounds.dark] as const]) {
    for (const [name, colour] of Object.entries(named)) expect(css).toContain(`--color-${name}: ${colour};`);
  }
});
