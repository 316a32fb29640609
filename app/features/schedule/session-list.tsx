import { useRef, type ReactNode } from "react";
import type { ListedSession } from "@server/schedule/schemas";
import { useKeepFocus } from "~/lib/hooks/keep-focus";
import { FeaturedSession } from "./featured-session";
import { SessionFilters, type SessionFiltersProps } from "./session-filters";
import { SessionListSkeleton } from "./session-list-skeleton";
import { SessionRow } from "./session-row";

type SessionListProps = {
  title?: string;
  sessions: ListedSession[];
  /** Shows no more than this many, and as many placeholders while loading. */
  limit?: number;
  isLoading?: boolean;
  /** The full mode: what there is to filter by, above the sessions. */
  filters?: SessionFiltersProps;
  /** The featured sessions only, as a strip of cards. */
  isFeaturedOnly?: boolean;
  /** Stands between the filters and the sessions. */
  children?: ReactNode;
  /** Stands in place of an empty list; without it an empty list is not there at all. */
  empty?: ReactNode;
};

/** Sessions as rows on hairlines, below 768 px as cards. */
export function SessionList({ title, sessions, limit, isLoading = false, filters, ...props }: SessionListProps) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, sessions);
  const shown = sessions.slice(0, limit);
  if (shown.length === 0 && !isLoading && !props.empty) return null;
  return (
    <>
      {filters && <SessionFilters {...filters} />}
      {props.children}
      <section ref={section} className="outline-none" aria-label={title ?? "Sessions"} tabIndex={-1}>
        {title && <h2 className="heading mb-5">{title}</h2>}
        {isLoading ? (
          <>
            <RowsHead />
            <SessionListSkeleton count={limit} />
          </>
        ) : shown.length === 0 ? (
          props.empty
        ) : props.isFeaturedOnly ? (
          <ul className="strip">
            {shown.map((session) => (
              <FeaturedSession key={session.id} session={session} />
            ))}
          </ul>
        ) : (
          <>
            <RowsHead />
            <ul className="rows">
              {shown.map((session, index) => (
                <SessionRow key={session.id} session={session} isFirst={index === 0} Heading={title ? "h3" : "h2"} />
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}

const RowsHead = () => (
  <div className="rows__head" aria-hidden="true">
    <span>Date</span>
    <span>Session</span>
    <span>Time</span>
    <span>Where</span>
    <span>Price</span>
  </div>
);
