import type { ManagedBooking } from "@server/bookings/get-managed-booking";
import { ButtonLink } from "~/ui/button";
import { textLinkStyle } from "~/ui/link";
import { TextSection } from "~/ui/text";

export function CancelSection({ booking, buttonId }: { booking: ManagedBooking; buttonId: string }) {
  const { cancellation, cancelPath, contactUrl } = booking;
  if (cancellation.kind === "none") return null;
  return (
    <TextSection title={cancellation.kind === "hold" ? "Changed your mind?" : "Can’t make it?"}>
      <p>{cancelText(cancellation)}</p>
      <p>
        {cancellation.kind === "write" ? (
          <a className={`${textLinkStyle} inline-flex min-h-11 items-center`} href={contactUrl} rel="noreferrer">
            Contact me
          </a>
        ) : (
          <ButtonLink id={buttonId} kind="quiet" to={cancelPath} state={{ returnFocusTo: buttonId }} preventScrollReset>
            {cancellation.kind === "hold" ? "Give the place back" : "Cancel booking"}
          </ButtonLink>
        )}
      </p>
    </TextSection>
  );
}

export function cancelText(cancellation: ManagedBooking["cancellation"]): string {
  switch (cancellation.kind) {
    case "hold":
      return "Nothing has been charged yet. You can give the place back at any time.";
    case "write":
      return cancellation.why === "too_late"
        ? "It is too late to cancel here. Write to me, and we will see what we can do."
        : "Write to me, and we will find another date.";
    case "allowed": {
      const { shortDate, time, zone } = cancellation.until;
      const until = `${shortDate}, ${time} ${zone}`;
      return cancellation.isRescheduled
        ? `Time or place have changed since you booked, so you can cancel free of charge until the start: ${until}.`
        : `You can cancel free of charge until ${until}.`;
    }
    case "none":
      return "";
  }
}
