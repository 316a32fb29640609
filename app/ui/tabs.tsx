import { Link } from "@remix-run/react";

type Tab = {
  label: string;
  to: string;
  isCurrent: boolean;
  count?: number;
};
type TabsProps = { label: string; tabs: Tab[] };

/** Each tab has an address, so screen readers get links. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map(({ label: text, to, isCurrent, count }) => (
          <li key={text}>
            <Link className="tab" to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {text}
              {count !== undefined && <span className="count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
