import type { BarChart as Drawing } from "@server/insights/draw-bars";
import { type ReactNode, useId } from "react";

type InsightProps = {
  title: string;
  /** How the figures are counted, in a sentence. */
  note: string;
  children: ReactNode;
};

export function Insight({ title, note, children }: InsightProps) {
  const id = useId();
  return (
    <section className="insight" aria-labelledby={id}>
      <div>
        <h2 className="title" id={id}>
          {title}
        </h2>
        <p className="insight__note">{note}</p>
      </div>
      {children}
    </section>
  );
}

type BarChartProps = {
  chart: Drawing;
  /** The legend, if there is more than one colour. */
  series?: string[];
};

/** A bar chart in sizes computed by the server. Hidden from screen readers, which read the table beside it. */
export function BarChart({ chart, series = [] }: BarChartProps) {
  const { width, height, left, zeroY, lines, labels, bars } = chart;
  return (
    <div className="chart">
      {series.length > 0 && (
        <ul className="chart__legend" aria-hidden="true">
          {series.map((name, index) => (
            <li key={name} className={`chart__key chart__key--${index}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {lines.map(({ y, label }) => (
          <g key={y}>
            <line className="chart__line" x1={left} x2={width} y1={y} y2={y} />
            <text className="chart__label" x={left - 6} y={y + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {bars.map(({ series: index, ...bar }) => (
          <rect key={`${index} ${bar.x}`} className={`chart__bar--${index}`} {...bar} />
        ))}
        <line className="chart__zero" x1={left} x2={width} y1={zeroY} y2={zeroY} />
        {labels.map(({ x, text }) => (
          <text key={x} className="chart__label" x={x} y={height - 8} textAnchor="middle">
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

type FiguresTableProps = {
  caption: string;
  /** Of the first column and those that follow it. */
  heads: string[];
  rows: FiguresRow[];
  /** The totals of all rows. */
  sum?: FiguresRow;
};
export type FiguresRow = { head: string; cells: (string | number)[] };

export function FiguresTable({ caption, heads, rows, sum }: FiguresTableProps) {
  return (
    <table className="figures">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
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
          <Row row={sum} heads={heads} />
        </tfoot>
      )}
    </table>
  );
}

const Row = ({ row, heads }: { row: FiguresRow; heads: string[] }) => (
  <tr>
    <th scope="row">{row.head}</th>
    {row.cells.map((cell, index) => (
      <td key={heads[index + 1]}>{cell}</td>
    ))}
  </tr>
);
