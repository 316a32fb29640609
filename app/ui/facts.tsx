import type { ReactNode } from "react";

export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid w-full gap-2">
      {facts.map(
        ({ label, value }) =>
          value !== null && (
            <div key={label} className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] gap-4">
              <dt className="text-small text-ink-soft">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type Stat = { label: string; value: number | string; tone?: "green" | "yellow" | "blue" | "red" };

export function StatCards({ stats }: { stats: Stat[] }) {
  return (
    <dl className="stats">
      {stats.map(({ label, value, tone }) => (
        <div key={label} className={tone ? `stat stat--${tone}` : "stat"}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
