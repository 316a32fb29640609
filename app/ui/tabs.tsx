import { Link } from "@remix-run/react";

type Tab = {
  label: string;
  to: string;
  isCurrent: boolean;
  count?: number | string;
};
type TabsProps = { label: string; tabs: Tab[] };

const tabStyle = [
  "relative inline-flex min-h-12 min-w-11 flex-none items-center justify-center gap-1.5 px-0.5 text-[1rem] xs:whitespace-nowrap no-underline",
  "focus-visible:-outline-offset-3 md:gap-2 md:text-body",
].join(" ");

const currentTabStyle =
  "font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.75 after:rounded-t-[3px] after:bg-accent";

const otherTabStyle = "text-ink-soft hover:text-ink";

const countStyle = [
  "inline-grid h-5.5 min-w-6 place-items-center rounded-round bg-sunken px-1.5",
  "text-label font-semibold text-ink-soft lining-nums tabular-nums",
].join(" ");

/** Shows tabs as links, since each of them has an address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-3.5 border-b border-b-line md:gap-x-7">
        {tabs.map(({ label: text, to, isCurrent, count }) => (
          <li key={text}>
            <Link
              className={`${tabStyle} ${isCurrent ? currentTabStyle : otherTabStyle}`}
              to={to}
              aria-current={isCurrent ? "page" : undefined}
              preventScrollReset
            >
              {text}
              {count !== undefined && <span className={countStyle}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
