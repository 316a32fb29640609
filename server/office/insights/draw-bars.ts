import { scaleBand, scaleLinear } from "d3-scale";
import { stack, stackOffsetDiverging } from "d3-shape";
import type { Month } from "./period";

/** A chart in units of the view box, so that the browser needs no computation. */
export type BarChart = {
  width: number;
  height: number;
  left: number;
  zeroY: number;
  lines: { y: number; label: string }[];
  labels: { x: number; text: string }[];
  /** One path for each series. */
  bars: string[];
};

type Drawing = {
  months: Month[];
  /** One value per series; stacked, negative ones downwards. */
  values: number[][];
  label: (value: number) => string;
  top?: number;
};

const width = 400;
const height = 220;
const left = 56;
/** Keeps the bars of a few months from being blocks. */
const widest = 40;
const [above, below] = [10, 28];

export function drawBars({ months, values, label, top }: Drawing): BarChart {
  const series = Array.from({ length: values[0]?.length ?? 0 }, (_, index) => String(index));
  const rows = values.map((row) => Object.fromEntries(row.map((value, index) => [String(index), value])));
  const stacked = stack<Record<string, number>>().keys(series).offset(stackOffsetDiverging)(rows);
  const ends = stacked.flatMap((bars) => bars.flatMap(([from, to]) => [from, to]));
  const highest = top ?? Math.max(1, ...ends);
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), highest])
    .range([height - below, above]);
  if (top === undefined) y.nice(4);
  const x = scaleBand<number>()
    .domain(months.map((_, index) => index))
    .range([left, width])
    .padding(0.25);
  const wide = Math.min(widest, x.bandwidth());
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const step = Math.ceil(months.length / 12);
  return {
    width,
    height,
    left,
    zeroY: round(y(0)),
    lines: y.ticks(4).map((value) => ({ y: round(y(value)), label: label(value) })),
    labels: months.flatMap((month, index) =>
      index % step === 0 ? { x: round(middle(index)), text: month.label.slice(0, 3) } : [],
    ),
    bars: stacked.map((bars) =>
      bars
        .map(([from, to], month) => {
          const tall = round(y(from) - y(to));
          const width = round(wide);
          return tall > 0 ? `M${round(middle(month) - wide / 2)} ${round(y(to))}h${width}v${tall}h-${width}z` : "";
        })
        .join(""),
    ),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
