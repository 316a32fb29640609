import type { ReactNode } from "react";

/** What somebody is about to change, or looks at: labels with their values; those that are null are left out. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="factsheet">
      {facts.map(
        ({ label, value }) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type Stat = { label: string; value: number | string; tone?: "green" | "yellow" | "blue" | "red" };

/** Up to four figures that share one frame. */
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
