import type { CSSProperties, ReactNode } from "react";

type TableProps = { className?: string; width?: string; style?: CSSProperties; children: ReactNode };

/** A table for layout only; screen readers pass over it. */
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

/** One band of the letter, with the letter's margins. */
export function Band({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <tr>
      <td className="pad" style={{ padding }}>
        {children}
      </td>
    </tr>
  );
}
