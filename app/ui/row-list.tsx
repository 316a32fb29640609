import type { ReactNode } from "react";

export function RowList({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <ul
      className={`grid rounded-paper border border-line bg-surface *:not-first:border-t *:not-first:border-line ${busyLook}`}
      aria-busy={isBusy || undefined}
    >
      {children}
    </ul>
  );
}

export const busyLook =
  "aria-busy:opacity-55 aria-busy:transition-opacity aria-busy:duration-(--duration-quick) aria-busy:ease-out";
