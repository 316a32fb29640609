import { Link } from "@remix-run/react";
import { Icon } from "./icon";

const step = "inline-grid h-11 min-w-11 place-items-center rounded-round px-2 lining-nums tabular-nums";

const stepLink =
  `${step} no-underline hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=page]:bg-action ` +
  "aria-[current=page]:font-semibold aria-[current=page]:text-action-ink";

type FoundRows = {
  total: number;
  /** More were found than are counted and paged. */
  hasMore?: boolean;
};

type PaginationProps = {
  page: FoundRows & { number: number; count: number; from: number; to: number };
  noun: string;
  addressOf: (page: number) => string;
};

const totalOf = ({ total, hasMore }: FoundRows) => (hasMore ? `more than ${total.toLocaleString("en-US")}` : total);

/** Returns "1 order", "23 orders" or "more than 1,000 orders". */
export const foundInWords = (found: FoundRows, singular: string, plural: string): string =>
  found.total === 1 ? `1 ${singular}` : `${totalOf(found)} ${plural}`;

export function Pagination({ page, noun, addressOf }: PaginationProps) {
  if (page.count <= 1) return null;
  return (
    <nav className="mt-8 flex flex-wrap items-center justify-between gap-3" aria-label="Pages">
      <p className="text-small leading-small text-ink-quiet">
        {page.from} to {page.to} of {totalOf(page)} {noun}
        {page.hasMore && ". Narrow the search to see the others."}
      </p>
      <ul className="flex items-center gap-0.5">
        <Step label="Previous page" icon="arrow-left" to={page.number > 1 ? addressOf(page.number - 1) : null} />
        {nearbyPages(page.number, page.count).map((number, index) => (
          <li key={number ?? `gap-${index}`} className={isNear(number, page.number) ? undefined : "max-md:hidden"}>
            {number === null ? (
              <span className={`${step} text-ink-quiet`} aria-disabled="true">
                …
              </span>
            ) : (
              <Link
                className={stepLink}
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
        <Link className={stepLink} to={to} aria-label={label} discover="none">
          <Icon name={icon} className="icon--s" />
        </Link>
      ) : (
        <span className={`${step} text-ink-quiet`} aria-disabled="true">
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
