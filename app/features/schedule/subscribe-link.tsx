import { useSite } from "~/lib/site";

/** The schedule as a calendar of one's own. */
export function SubscribeLink() {
  const site = useSite();
  if (!site) return null;
  return (
    <p className="mt-8 text-ink-soft">
      Would you like to see new dates in your own calendar?{" "}
      <a
        className="link inline-flex min-h-11 items-center"
        href={`${site.url}/calendar.ics`.replace(/^https?:/, "webcal:")}
      >
        Subscribe to the schedule
      </a>
    </p>
  );
}
