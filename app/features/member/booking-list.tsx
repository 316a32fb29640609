import { useRef } from "react";
import type { MyBooking } from "@server/bookings/schemas";
import { useKeepFocus } from "~/lib/hooks/focus";
import { WatchRecording } from "~/features/schedule/watch-recording";
import { Badge, type BadgeTone } from "~/ui/badge";
import { cardFrame } from "~/ui/card";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/text-link";

export function BookingList({ bookings }: { bookings: MyBooking[] }) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, bookings);
  return (
    <section ref={section} className="outline-none" aria-label="My Bookings" tabIndex={-1}>
      <ul className="bookings">
        {bookings.map((booking) => (
          <BookingItem key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  );
}

function BookingItem({ booking }: { booking: MyBooking }) {
  const { title, summary, status, start, place, recordingUrl, managePath, cancelPath, receiptPath } = booking;
  return (
    <li className={`booking ${cardFrame}`}>
      <div className="booking__head">
        <h2 className="booking__title">{title}</h2>
        <StatusBadge status={status} />
      </div>
      <p className="booking__text">{summary}</p>
      <p className="booking__facts">
        <time dateTime={start.iso}>{start.text}</time> <span>{place}</span>
      </p>
      <p className="booking__acts">
        {recordingUrl && <WatchRecording url={recordingUrl} title={title} size="small" />}
        <ButtonLink kind={status === "pending" ? "solid" : "quiet"} size="small" to={managePath}>
          {manageLabels[status]}
          <OfBooking booking={booking} />
        </ButtonLink>
        {cancelPath && (
          <TextLink className="inline-flex min-h-11 items-center" to={cancelPath}>
            Cancel booking
            <OfBooking booking={booking} />
          </TextLink>
        )}
        {receiptPath && (
          <TextLink className="inline-flex min-h-11 items-center" to={receiptPath}>
            Receipt
            <OfBooking booking={booking} />
          </TextLink>
        )}
      </p>
    </li>
  );
}

const manageLabels: Record<MyBooking["status"], string> = {
  pending: "Complete the payment",
  confirmed: "Manage booking",
  completed: "Manage booking",
  cancelled: "View booking",
};

const OfBooking = ({ booking: { title, start } }: { booking: MyBooking }) => (
  <span className="sr-only">
    : {title}, {start.text}
  </span>
);

const tones: Record<MyBooking["status"], BadgeTone> = {
  completed: "green",
  cancelled: "red",
  confirmed: "yellow",
  pending: "yellow",
};

const StatusBadge = ({ status }: Pick<MyBooking, "status">) => (
  <Badge tone={tones[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>
);
