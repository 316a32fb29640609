import { Link } from "@remix-run/react";
import { Icon } from "./icon";

type PaginationProps = {
  page: { number: number; count: number; from: number; to: number; total: number };
  noun: string;
  addressOf: (page: number) => string;
};

/** Rendered only for more than one page. */
export function Pagination({ page, noun, addressOf }: PaginationProps) {
  if (page.count <= 1) return null;
  return (
    <nav className="pages mt-8" aria-label="Pages">
      <p className="text-small leading-small text-ink-quiet">
        {page.from} to {page.to} of {page.total} {noun}
      </p>
      <ul>
        <Step label="Previous page" icon="arrow-left" to={page.number > 1 ? addressOf(page.number - 1) : null} />
        {nearbyPages(page.number, page.count).map((number, index) => (
          <li key={number ?? `gap-${index}`} className={isNear(number, page.number) ? undefined : "max-md:hidden"}>
            {number === null ? (
              <span className="page" aria-disabled="true">
                …
              </span>
            ) : (
              <Link
                className="page"
                to={addressOf(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page.number ? "page" : undefined}
                discover="none"
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        <Step label="Next page" icon="arrow-right" to={page.number < page.count ? addressOf(page.number + 1) : null} />
      </ul>
    </nav>
  );
}

function Step({ label, icon, to }: { label: string; icon: "arrow-left" | "arrow-right"; to: string | null }) {
  return (
    <li>
      {to ? (
        <Link className="page" to={to} aria-label={label} discover="none">
          <Icon name={icon} className="icon--s" />
        </Link>
      ) : (
        <span className="page" aria-disabled="true">
          <Icon name={icon} className="icon--s" />
        </span>
      )}
    </li>
  );
}

/** Below 768 px only the neighbours fit. */
const isNear = (number: number | null, current: number) => number !== null && Math.abs(number - current) <= 1;

/** Returns first, last and the neighbours of the current page; null for a gap. */
function nearbyPages(current: number, count: number): (number | null)[] {
  const numbers = [1, current - 1, current, current + 1, count].filter((number) => number >= 1 && number <= count);
  const shown = [...new Set(numbers)];
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
