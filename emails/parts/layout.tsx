import type { CSSProperties, ReactNode } from "react";

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

export function Table({ className, width, style, children }: TableProps) {
  return (
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
}

export function Band({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <tr>
      <td className="pad" style={{ padding }}>
        {children}
      </td>
    </tr>
  );
}
