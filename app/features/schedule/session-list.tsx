import type { ListedSession } from "@server/schedule/schemas";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { useSite } from "~/lib/site";
import { FeaturedSessions } from "./featured-sessions";
import { SessionFilters, type SessionFiltersProps } from "./session-filters";
import { SessionRows, SessionRowsSkeleton } from "./session-rows";
import { textLinkStyle } from "~/ui/link";

type SessionListProps = {
  title?: string;
  sessions: ListedSession[];
  /** The largest number of sessions, and the number of placeholders while loading. */
  limit?: number;
  isLoading?: boolean;
  filters?: SessionFiltersProps;
  isFeaturedOnly?: boolean;
  children?: ReactNode;
  /** Replaces an empty list; without it nothing is rendered. */
  empty?: ReactNode;
};

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
        {title && <h2 className="text-heading mb-5">{title}</h2>}
        {isLoading ? (
          <SessionRowsSkeleton count={limit} />
        ) : shown.length === 0 ? (
          props.empty
        ) : props.isFeaturedOnly ? (
          <FeaturedSessions sessions={shown} />
        ) : (
          <SessionRows sessions={shown} Heading={title ? "h3" : "h2"} />
        )}
      </section>
    </>
  );
}

export function SubscribeLink() {
  const site = useSite();
  if (!site) return null;
  return (
    <p className="mt-8 text-ink-soft">
      Would you like to see new dates in your own calendar?{" "}
      <a
        className={`${textLinkStyle} inline-flex min-h-11 items-center`}
        href={`${site.url}/calendar.ics`.replace(/^https?:/, "webcal:")}
      >
        Subscribe to the schedule
      </a>
    </p>
  );
}
