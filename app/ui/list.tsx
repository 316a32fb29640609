import type { ComponentProps, ReactNode } from "react";
import { HeadedSection } from "./headed-section";

export function RowList({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <ul className={`${rowsFrame} ${busyLook}`} aria-busy={isBusy || undefined}>
      {children}
    </ul>
  );
}

const rowsFrame = "grid rounded-paper border border-line bg-surface *:not-first:border-t *:not-first:border-line";

type GroupedRowsProps = { heading: string; children: ReactNode };

/** Shows rows under a heading of their own. */
export function GroupedRows({ heading, children }: GroupedRowsProps) {
  return (
    <HeadedSection heading={heading}>
      <div className={rowsFrame}>{children}</div>
    </HeadedSection>
  );
}

export const busyLook =
  "aria-busy:opacity-55 aria-busy:transition-opacity aria-busy:duration-(--duration-quick) aria-busy:ease-out";

export const MiniList = ({ children }: { children: ReactNode }) => <ul className="@container w-full">{children}</ul>;

export const miniFrame = "relative border-t border-line py-3.5";

type MiniItemProps = { title: string; text: ReactNode; action: ReactNode };

export const MiniItem = ({ title, text, action }: MiniItemProps) => (
  <li className={`grid grid-cols-1 justify-items-start gap-2 ${miniFrame}`}>
    <MiniText title={title}>
      <p>{text}</p>
    </MiniText>
    {action}
  </li>
);

export const MiniText = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="w-full text-small leading-[1.4] text-ink-soft">
    <h3 className="text-[1.1875rem] leading-[1.25] text-ink">{title}</h3>
    {children}
  </div>
);

export const ThreeColumns = (props: Omit<ComponentProps<"ul">, "className">) => (
  <ul className="grid gap-9 md:grid-cols-3 md:gap-x-7 md:gap-y-11" {...props} />
);

export const EntryList = ({ children }: { children: ReactNode }) => <ul className="grid w-full">{children}</ul>;

export const Entry = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-3.5">
    {children}
  </li>
);
