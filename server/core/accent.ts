/** Colours are written as "#9e4526". The server and the browser's preview share this file, so it imports nothing. */

type Theme = "light" | "dark";

/** `ink` is the text on a button, `soft` a ground with text in `hover`, `deep` what inverse panels such as the footer have. */
export type Shades = { accent: string; hover: string; soft: string; ink: string; deep: DeepShades };

/** The ground of inverse panels, which is dark in both themes, and what is on it. */
type DeepShades = {
  deep: string;
  softText: string;
  focus: string;
  line: string;
  art: string;
  rings: string;
  disc: string;
};

type Palette = Record<Theme, Shades>;

type MeasuredContrast = { theme: Theme; what: string; ratio: number; required: number };

/** The contrasts that WCAG 2.2 requires (1.4.3 and 1.4.11). */
const required = { text: 4.5, control: 3 } as const;

/** Grounds of app/styles/tokens.css on which text and controls have the accent. */
export const grounds = {
  light: {
    ground: "#f5f0e6",
    surface: "#fcf9f3",
    field: "#fffdf9",
    sunken: "#eae2d2",
    "sage-soft": "#dfe7da",
    green: "#d9e6d6",
    yellow: "#f5e4b3",
    red: "#f5d8cf",
    blue: "#d6e4ea",
    grey: "#e4ded1",
  },
  dark: {
    ground: "#0f1f1c",
    surface: "#162a26",
    field: "#0f1f1c",
    sunken: "#20362f",
    "sage-soft": "#24413a",
    green: "#1f3f2b",
    yellow: "#46380f",
    red: "#4d231b",
    blue: "#1b3c4a",
    grey: "#2e3c37",
  },
} as const;

const inks = { light: "#fbf7ef", dark: "#0f1f1c" } as const;

/** A little more than text needs, as the theme's own accent has. */
const darkContrast = 5.5;

/** Text on inverse panels, and the contrast that it has on the site's own. */
export const onDeep = "#f7f1e4";
const deepContrast = { light: 10, dark: 8.5 } as const;
/** The least contrast between a panel and the page; the site's own dark theme has as much. */
const leastPanel = 1.5;

/** Returns what was typed as "#rrggbb"; null if it is no colour. */
export function parseColour(typed: string): string | null {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim()) ?? [];
  if (!digits) return null;
  const long = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  return `#${long.toLowerCase()}`;
}

/** Returns the colours that follow from an accent. The light theme has the accent itself, the dark theme a lighter one. */
export function paletteOf(accent: string): Palette {
  const light = mix(grounds.light.surface, accent, 0.16);
  const lighter = firstOf(accent, "#ffffff", (colour) => leastOn("dark", colour) >= darkContrast);
  return {
    light: {
      accent,
      hover: mix(accent, "#000000", 0.25),
      soft: light,
      ink: inks.light,
      deep: deepOf("light", accent, lighter),
    },
    dark: {
      accent: lighter,
      hover: mix(lighter, "#ffffff", 0.4),
      soft: mix(grounds.dark.surface, accent, 0.28),
      ink: inks.dark,
      deep: deepOf("dark", accent, lighter),
    },
  };
}

/** Darkens the accent until the text of inverse panels is as clear on it as on the site's own. */
function deepOf(theme: Theme, accent: string, lighter: string): DeepShades {
  const dark = firstOf(accent, "#000000", (colour) => contrast(onDeep, colour) >= deepContrast[theme]);
  // On the dark page, a dark accent needs more light to be a panel.
  const deep = firstOf(dark, "#ffffff", (colour) => contrast(colour, grounds[theme].ground) >= leastPanel);
  return {
    deep,
    softText: mix(onDeep, deep, 0.2),
    focus: mix(lighter, "#ffffff", 0.4),
    line: mix(deep, onDeep, 0.16),
    art: mix(deep, onDeep, 0.24),
    rings: mix(deep, onDeep, 0.45),
    disc: mix(lighter, deep, 0.12),
  };
}

/** Returns the contrast that falls short most, for its purpose; null for an accent that can be used. */
export function shortfallOf(accent: string): MeasuredContrast | null {
  const palette = paletteOf(accent);
  const all = [...measure("light", palette.light), ...measure("dark", palette.dark)];
  const failing = all.filter(({ ratio, required }) => ratio < required);
  return failing.toSorted((a, b) => a.ratio / a.required - b.ratio / b.required)[0] ?? null;
}

/** Says why an accent can't be used, with what was measured; null for one that can. */
export function contrastRefusal(accent: string): string | null {
  const shortfall = shortfallOf(accent);
  if (!shortfall) return null;
  const { theme, what, ratio, required } = shortfall;
  // Rounded down, so that 4.499 is not shown as what is required.
  const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
  return (
    `In the ${theme} theme, ${what} would have a contrast of ${measured}:1 in this colour; ` +
    `${required}:1 is required. Choose a darker one, such as ${usableAccent(accent)}.`
  );
}

/** Returns the nearest darker accent that can be used. */
export const usableAccent = (accent: string): string =>
  firstOf(accent, "#000000", (colour) => shortfallOf(colour) === null);

/** Increase it with every change of the shades. */
const version = 2;

/** Returns the address of the stylesheet, which determines its content. */
export const accentStylesheet = (accent: string): string => `/look/${version}-${accent.slice(1)}.css`;

/** Returns the accent that a stylesheet's name contains; null for another name. */
export function accentOfStylesheet(name: string): string | null {
  const [, digits] = new RegExp(`^${version}-([\\da-f]{6})[.]css$`).exec(name) ?? [];
  return digits === undefined ? null : `#${digits}`;
}

/** Returns the rules that replace the colours of app/styles/tokens.css. */
export function accentCss(accent: string): string {
  const { light, dark } = paletteOf(accent);
  return [
    `:root{${declarationsOf(light)};${onPictures(light)}}`,
    // As the variant "dark" of app/styles/variants.css.
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${declarationsOf(dark)}}}`,
    `@media screen{:root[data-theme=dark]{${declarationsOf(dark)}}}`,
  ].join("\n");
}

const declarationsOf = ({ accent, hover, soft, ink, deep: { deep, ...on } }: Shades): string =>
  declareColours({
    action: accent,
    "action-hover": hover,
    "action-ink": ink,
    accent,
    "accent-hover": hover,
    "accent-soft": soft,
    chosen: soft,
    focus: accent,
    deep,
    "on-deep-soft": on.softText,
    "focus-on-deep": on.focus,
    "deep-line": on.line,
    "deep-art": on.art,
    "deep-rings": on.rings,
    "deep-core": on.disc,
    "deep-disc": on.disc,
  });

/** Pictures, and the buttons on inverse panels, are the same in both themes. */
const onPictures = ({ accent, deep: { deep } }: Shades): string =>
  declareColours({ "paper-accent": accent, "paper-ink": deep, "picture-deep": deep });

const declareColours = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour}`)
    .join(";");

function measure(theme: Theme, { accent, hover, soft, ink, deep }: Shades): MeasuredContrast[] {
  const on = (what: string, [colour, ground]: [string, string], purpose: keyof typeof required) => ({
    theme,
    what,
    ratio: contrast(colour, ground),
    required: required[purpose],
  });
  const surfaces = Object.values(grounds[theme]);
  return [
    ...surfaces.map((ground) => on("text and links on the page", [accent, ground], "text")),
    ...surfaces.map((ground) => on("buttons on the page", [hover, ground], "control")),
    on("the text of buttons", [ink, accent], "text"),
    on("the text of buttons", [ink, hover], "text"),
    on("text on a tint of the colour", [hover, soft], "text"),
    on("text on dark panels", [onDeep, deep.deep], "text"),
    on("text on dark panels", [deep.softText, deep.deep], "text"),
    on("the focus on dark panels", [deep.focus, deep.deep], "control"),
  ];
}

const leastOn = (theme: Theme, colour: string): number =>
  Math.min(...Object.values(grounds[theme]).map((ground) => contrast(colour, ground)));

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(colour: string, ground: string): number {
  const [lighter = 0, darker = 0] = [luminance(colour), luminance(ground)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance of WCAG 2.2, from 0 to 1. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const steps = 50;

/** Mixes in another colour, step by step, until the result is good. */
function firstOf(colour: string, other: string, isGood: (mixed: string) => boolean): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mix(colour, other, step / steps);
    if (isGood(mixed)) return mixed;
  }
  return other;
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) => {
    const value = Math.round(channel + ((others[index] ?? 0) - channel) * share);
    return value.toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
