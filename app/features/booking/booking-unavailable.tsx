import type { ReactNode } from "react";
import { CloseLink } from "../../ui/dialog";

const texts = {
  sold_out: (
    <>
      <span className="soldout mr-2">SOLD OUT</span> This session is full.
    </>
  ),
  held: "The last places are being held for others right now.",
  closed: "Booking has closed for this session.",
  cancelled: "This session has been cancelled.",
};

type BookingUnavailableProps = { reason: keyof typeof texts; closeTo: string; children: ReactNode };

/** What the booking dialog says where there is nothing to book. */
export function BookingUnavailable({ reason, closeTo, children }: BookingUnavailableProps) {
  return (
    <>
      <div className="dialog__body">
        {children}
        <p className="text-ink-soft">{texts[reason]}</p>
      </div>
      <div className="dialog__foot">
        <CloseLink className="btn" to={closeTo}>
          Back to the session
        </CloseLink>
      </div>
    </>
  );
}
