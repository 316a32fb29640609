import { Link } from "@remix-run/react";

type TabsProps = { label: string; tabs: { label: string; to: string; isCurrent: boolean }[] };

/** Tabs that are addresses, so they are links to those who listen. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map(({ label: text, to, isCurrent }) => (
          <li key={text}>
            <Link className="tab" to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
