import { useRef } from "react";
import type { MyBooking } from "@server/selling/bookings/schemas";
import { useKeepFocus } from "~/lib/hooks/focus";
import { WatchRecording } from "~/features/schedule/watch-recording";
import { Badge, type BadgeTone, StatusBadge } from "~/ui/badge";
import { SkeletonBar } from "~/ui/skeleton";
import { cardFrame } from "~/ui/card";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

export function BookingList({ bookings }: { bookings: MyBooking[] }) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, bookings);
  return (
    <section ref={section} className="outline-none" aria-label="My Bookings" tabIndex={-1}>
      <ul className={list}>
        {bookings.map((booking) => (
          <BookingItem key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  );
}

const list = "grid max-w-208 gap-4";
const item = "grid gap-2 pb-5";

function BookingItem({ booking }: { booking: MyBooking }) {
  const {
    title,
    summary,
    status,
    isBooked,
    dispute,
    start,
    place,
    quantity,
    recordingUrl,
    managePath,
    isOfCourse,
    movePath,
    cancelPath,
    receiptPath,
    invoices,
  } = booking;
  return (
    <li className={`${cardFrame} ${item}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-title leading-[1.2]">{title}</h2>
        <span className="flex flex-wrap gap-2">
          <BookingBadge status={status} isBooked={isBooked} />
          {dispute && <StatusBadge status={dispute} />}
        </span>
      </div>
      <p className="text-ink-soft">{summary}</p>
      <p className="text-small">
        <time className="font-semibold" dateTime={start.iso}>
          {start.text}
        </time>{" "}
        <span className="block text-ink-soft">
          {place}
          {quantity > 1 && ` · ${quantity} tickets`}
        </span>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        {recordingUrl && <WatchRecording url={recordingUrl} title={title} size="small" />}
        <ButtonLink kind={status === "pending" ? "solid" : "quiet"} size="small" to={managePath}>
          {manageLabels[status]}
          <OfBooking booking={booking} />
        </ButtonLink>
        {receiptPath && (
          <TextLink className="inline-flex min-h-11 items-center" to={receiptPath}>
            Receipt
            <OfBooking booking={booking} />
          </TextLink>
        )}
        {invoices.map(({ label, path }) => (
          <TextLink key={path} className="inline-flex min-h-11 items-center" to={path}>
            {label}
            <OfBooking booking={booking} />
          </TextLink>
        ))}
        {movePath && (
          <TextLink className="inline-flex min-h-11 items-center" to={movePath}>
            Move to another date
            <OfBooking booking={booking} />
          </TextLink>
        )}
        {cancelPath && (
          <TextLink className="inline-flex min-h-11 items-center" to={cancelPath}>
            {isOfCourse ? "Give up this date" : "Cancel booking"}
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

function BookingBadge({ status, isBooked }: Pick<MyBooking, "status" | "isBooked">) {
  if (isBooked) return <Badge tone="green">Booked</Badge>;
  return <Badge tone={tones[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

export const BookingsSkeleton = () => (
  <ul className={list} aria-label="Loading" aria-busy="true">
    {[1, 2, 3].map((nth) => (
      <li key={nth} className={item}>
        <SkeletonBar className="h-6 w-7/10" />
        <SkeletonBar className="h-4 w-full" />
        <SkeletonBar className="h-11 w-30" radius="rounded-round" />
      </li>
    ))}
  </ul>
);
