import type { ReactNode } from "react";
import { busyLook } from "./row-list";

/** Not clipped, because a row's menu may extend over its edges. */
const frame = `w-full rounded-paper border border-line bg-surface ${busyLook}`;

type TableProps = {
  /** For screen readers. */
  caption: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** Rows where there is room, stacked cards below 1100 px; see tables.css. */
export const Table = ({ caption, isBusy = false, children }: TableProps) => (
  <div className={frame} aria-busy={isBusy || undefined}>
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </div>
);

/** The classes of a cell by its place on a card. `off` and `note` have lines of their own. */
export const cellStyles = {
  who: "font-semibold max-lg:[grid-area:1/1]",
  status: "t-status max-lg:[grid-area:1/2] max-lg:justify-self-end max-lg:text-right",
  item: "max-lg:mt-3 max-lg:[grid-area:2/1]",
  price:
    "lining-nums tabular-nums max-lg:mt-3 max-lg:justify-self-end max-lg:font-semibold max-lg:[grid-area:2/2] lg:text-right",
  date: "max-lg:self-center max-lg:text-small max-lg:text-ink-quiet max-lg:[grid-area:3/1] lg:whitespace-nowrap lg:text-ink-soft",
  off: "t-off max-lg:text-small max-lg:text-ink-quiet max-lg:[grid-area:4/1/auto/-1] lg:text-ink-soft",
  note: "max-lg:mt-2 max-lg:[grid-area:5/1/auto/-1]",
  act: "t-act max-lg:justify-self-end max-lg:[grid-area:3/2] lg:text-right",
};

export type CellPlace = keyof typeof cellStyles;
