import type { ManagedBooking } from "@server/bookings/get-managed-booking";
import type { ReturnedPart } from "@server/payments/receipt";

/** What was agreed, what was paid, what has become of it, and for whom it is. */
export function ManagedFacts({ booking }: { booking: ManagedBooking }) {
  const { paid, returned } = booking;
  return (
    <dl className="facts mt-0">
      <div>
        <dt>{paidLabel(booking)}</dt>
        <dd>
          {paid.amount} {paid.discount && <span>{paid.discount}</span>}
        </dd>
      </div>
      {returned.map((part, index) => (
        <div key={index}>
          <dt>Refund</dt>
          <dd>
            {part.amount} <span>{partText(part)}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>For</dt>
        <dd className="break-words">
          {booking.firstName} {booking.lastName} <span>{booking.email}</span>
        </dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd>{booking.reference}</dd>
      </div>
    </dl>
  );
}

function paidLabel({ state, wasComplete }: ManagedBooking): string {
  if (state === "pending pending" || state === "confirmed pending") return "To pay";
  return wasComplete ? "Paid" : "Price";
}

/** What has become of a refund. */
export function partText({ state, on }: ReturnedPart): string {
  switch (state) {
    case "on_its_way":
      return "On its way to where it came from, usually within five to ten days";
    case "by_hand":
      return "I will return it to you myself";
    case "failed":
      return "Your bank did not take it; I will write to you";
    case "returned":
      return on ? `Sent on ${on.monthLong} ${on.day}, ${on.year}` : "Sent";
  }
}
