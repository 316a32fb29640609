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
