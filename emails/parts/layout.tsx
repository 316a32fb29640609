import { createContext, type CSSProperties, type ReactNode, useContext } from "react";
import type { Site } from "./props";

/** Literal values, because mail clients do not support custom properties. */
export const colours = {
  page: "#eae2d2",
  paper: "#fcf9f3",
  sage: "#dbe5d9",
  sageLine: "#b4c6b4",
  ink: "#14302b",
  soft: "#3c524b",
  quiet: "#586860",
  footer: "#4a5049",
  line: "#d9cfbc",
  pine: "#1b4a42",
  onPine: "#fbf7ef",
  clay: "#9e4526",
  deepClay: "#843619",
} as const;

const darkColours: Colours = {
  page: "#0b1714",
  paper: "#162a26",
  sage: "#24413a",
  sageLine: "#3d5c52",
  ink: "#f2ebdc",
  soft: "#cbd2c6",
  quiet: "#a7b3a9",
  footer: "#a7b3a9",
  line: "#2d443d",
  pine: "#d6e3d0",
  onPine: "#0f1f1c",
  clay: "#eba988",
  deepClay: "#eba988",
};

type Colours = Record<keyof typeof colours, string>;

const Accent = createContext<Colours>(colours);

/** Gives the letter the instructor's accent. */
export const AccentProvider = ({ site, children }: { site: Site; children: ReactNode }) => (
  <Accent.Provider value={withAccent(colours, site, "light")}>{children}</Accent.Provider>
);

/** Returns the colours of buttons and links, of which the accent is part. */
export const useColours = (): Colours => useContext(Accent);

function withAccent(theme: Colours, { look }: Site, name: "light" | "dark"): Colours {
  const shades = look?.accent?.[name];
  if (!shades) return theme;
  return { ...theme, pine: shades.accent, onPine: shades.ink, clay: shades.accent, deepClay: shades.hover };
}

/** Replaces the literal values where the client is dark. In a style element of its own: Gmail drops what it can't read. */
export function darkTheme(site: Site): string {
  const light = withAccent(colours, site, "light");
  const dark = withAccent(darkColours, site, "dark");
  return [
    ":root { color-scheme: light dark; supported-color-schemes: light dark; }",
    "@media (prefers-color-scheme: dark) {",
    ...Object.entries(light).map(([name, colour]) => darkRules(colour, dark[name as keyof Colours])),
    "}",
  ].join(" ");
}

function darkRules(light: string, dark: string): string {
  return [
    `[style*=${escapeCss(`background-color:${light}`)}] { background-color: ${dark} !important; }`,
    `[style^=${escapeCss(`color:${light}`)}], [style*=${escapeCss(`;color:${light}`)}] { color: ${dark} !important; }`,
    `[style*=${escapeCss(`solid ${light}`)}] { border-color: ${dark} !important; }`,
  ].join(" ");
}

/** With backslashes, as React would escape quotation marks in a style element. */
function escapeCss(value: string): string {
  return value.replaceAll(/[^\w-]/g, "\\$&");
}

const sansFamily = "Helvetica,Arial,sans-serif";
const serifFamily = "Georgia,'Times New Roman',serif";

export const sans = (weight: string, size: number, lineHeight: number) =>
  `${weight} ${size}px/${lineHeight}px ${sansFamily}`;
export const serif = (weight: string, size: number, lineHeight: number) =>
  `${weight} ${size}px/${lineHeight}px ${serifFamily}`;

export const narrowScreens = [
  "@media (max-width: 620px) {",
  ".pad { padding-left: 24px !important; padding-right: 24px !important; }",
  ".h1 { font-size: 36px !important; line-height: 40px !important; }",
  ".btn { width: 100% !important; }",
  ".btn a { display: block !important; }",
  "}",
].join(" ");

type TableProps = { className?: string; width?: string; style?: CSSProperties; children: ReactNode };

export const Table = ({ className, width, style, children }: TableProps) => (
  <table
    role="presentation"
    className={className}
    width={width}
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={style}
  >
    <tbody>{children}</tbody>
  </table>
);

export const Band = ({ padding, children }: { padding: string; children: ReactNode }) => (
  <tr>
    <td className="pad" style={{ padding }}>
      {children}
    </td>
  </tr>
);
