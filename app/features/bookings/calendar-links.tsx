import { useId } from "react";
import type { CalendarLinks as Links } from "@server/catalogue/schedule/session-event";
import { textLinkStyle } from "~/ui/link";

export function CalendarLinks({ links }: { links: Links }) {
  const id = useId();
  return (
    <div className="text-small leading-small">
      <p id={id} className="text-ink-soft">
        Add to calendar
      </p>
      <ul className="flex flex-wrap gap-x-5" aria-labelledby={id}>
        <CalendarLink href={links.google}>Google</CalendarLink>
        <CalendarLink href={links.outlook}>Outlook</CalendarLink>
        <CalendarLink href={links.file}>Calendar file (.ics)</CalendarLink>
      </ul>
    </div>
  );
}

/** Sends no referrer, because the page's address may contain a key. */
function CalendarLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a className={`${textLinkStyle} inline-flex min-h-11 items-center`} href={href} rel="noreferrer">
        {children}
      </a>
    </li>
  );
}
