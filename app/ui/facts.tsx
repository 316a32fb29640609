import type { ReactNode } from "react";

export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid w-full gap-2">
      {facts.map(
        ({ label, value }) =>
          value !== null && (
            <div key={label} className="flex flex-wrap gap-x-4">
              <dt className="flex-[1_1_6rem] text-small text-ink-soft">{label}</dt>
              <dd className="flex-[2_1_9rem] wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const tile =
  "border-line px-5 pt-4 pb-4.5 max-xs:not-first:border-t xs:even:border-l xs:nth-[n+3]:border-t " +
  "md:px-6 md:py-5 md:not-first:border-l md:nth-[n+3]:border-t-0";

const figure = "mt-1 font-display text-[min(2.75rem,15vw)] leading-[1.05] font-light tracking-[-0.03em] normal-nums";

const dot = "before:size-2.5 before:rounded-[50%] before:bg-current";

const dots = {
  green: `${dot} before:text-green-ink`,
  yellow: `${dot} before:text-yellow-dot`,
  blue: `${dot} before:text-blue-ink`,
  red: "",
};

type Stat = { label: string; value: number | string; tone?: "green" | "yellow" | "blue" | "red" };

export function StatCards({ stats }: { stats: Stat[] }) {
  return (
    <dl className="grid overflow-hidden rounded-paper border border-line bg-surface xs:grid-cols-2 md:grid-cols-4">
      {stats.map(({ label, value, tone }) => (
        <div key={label} className={tile}>
          <dt className={`flex items-center gap-2 text-small text-ink-soft ${tone ? dots[tone] : ""}`}>{label}</dt>
          <dd className={`${figure} ${tone === "red" ? "text-red-ink" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
