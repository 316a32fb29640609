import type { BarChart as ChartLayout } from "@server/office/insights/draw-bars";
import { type ReactNode, useId } from "react";

type InsightProps = {
  title: string;
  note: string;
  children: ReactNode;
};

export function Insight({ title, note, children }: InsightProps) {
  const id = useId();
  return (
    <section className="grid grid-cols-1 gap-5 border-t border-line pt-6" aria-labelledby={id}>
      <div>
        <h2 className="text-title" id={id}>
          {title}
        </h2>
        <p className="max-w-text text-small text-ink-soft">{note}</p>
      </div>
      {children}
    </section>
  );
}

const legendColours = [
  "before:border-action before:bg-action",
  "before:border-line-control before:bg-line-control",
  "before:border-sage-ink before:bg-sage-soft",
  "before:border-accent before:bg-accent",
  "before:border-ink before:bg-ink-soft",
  "before:border-ink before:bg-surface",
];
const barColours = [
  "fill-action",
  "fill-line-control",
  "fill-sage-soft stroke-sage-ink stroke-[1.5]",
  "fill-accent",
  "fill-ink-soft stroke-ink stroke-[1.5]",
  "fill-surface stroke-ink stroke-[1.5]",
];

/** With many collections, colours repeat. */
const colourOf = (colours: string[], series: number) => colours[series % colours.length];

const axisLabel = "fill-ink-soft text-[12px]";

type BarChartProps = {
  chart: ChartLayout;
  /** What the colours mean, if there are several; each with its index among the bars. */
  legend?: { label: string; series: number }[];
};

/** Draws a bar chart in sizes computed by the server. Hidden from screen readers, which read the table beside it. */
export function BarChart({ chart, legend = [] }: BarChartProps) {
  const { width, height, left, zeroY, lines, labels, bars } = chart;
  return (
    <div className="max-w-136 min-w-0">
      {legend.length > 1 && (
        <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small" aria-hidden="true">
          {legend.map(({ label, series }) => (
            <li
              key={label}
              className={`flex items-center gap-2 before:size-3 before:border-[1.5px] ${colourOf(legendColours, series)}`}
            >
              {label}
            </li>
          ))}
        </ul>
      )}
      <svg className="block h-auto w-full" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {lines.map(({ y, label }) => (
          <g key={y}>
            <line className="stroke-line" x1={left} x2={width} y1={y} y2={y} />
            <text className={axisLabel} x={left - 6} y={y + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {bars.map((path, index) => path && <path key={path} className={colourOf(barColours, index)} d={path} />)}
        <line className="stroke-line-control" x1={left} x2={width} y1={zeroY} y2={zeroY} />
        {labels.map(({ x, text }) => (
          <text key={x} className={axisLabel} x={x} y={height - 8} textAnchor="middle">
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

type FiguresTableProps = {
  caption: string;
  heads: string[];
  rows: FiguresRow[];
  sum?: FiguresRow;
};
export type FiguresRow = { head: string; cells: (string | number)[] };

export function FiguresTable({ caption, heads, rows, sum }: FiguresTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-160 border-collapse text-[0.75rem] leading-[1.35] lining-nums tabular-nums md:text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`font-semibold text-ink-soft ${index === 0 ? firstColumn : otherColumn}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.head} row={row} heads={heads} />
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <Row row={sum} heads={heads} isSum />
          </tfoot>
        )}
      </table>
    </div>
  );
}

const firstColumn = "py-1.5 text-left align-baseline wrap-anywhere";
const otherColumn = "py-1.5 pl-2 text-right align-baseline";

function Row({ row, heads, isSum = false }: { row: FiguresRow; heads: string[]; isSum?: boolean }) {
  const look = isSum ? "border-t border-line-control font-semibold" : "border-t border-line font-normal";
  return (
    <tr>
      <th scope="row" className={`${look} ${firstColumn}`}>
        {row.head}
      </th>
      {row.cells.map((cell, index) => (
        <td key={heads[index + 1]} className={`${look} ${otherColumn}`}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
