import type { DisplayedStart } from "@server/core/dates";
import { DateBlock } from "~/ui/date-block";

type BookedSession = { id: string; title: string; isOnline: boolean; duration: string; place: string };

export function BookingSummary({ session, start }: { session: BookedSession; start: DisplayedStart }) {
  return (
    <div className="what">
      <p className="flex">
        <DateBlock
          variant="small"
          className="border-r border-line pr-4.5"
          day={start.day}
          title={start.month}
          rest={start.year}
          iso={start.iso}
        />
      </p>
      <div>
        <h2 className="subtitle">{session.title}</h2>
        <p>
          <span className="whitespace-nowrap">
            {start.time} {start.zone} for {session.duration}
          </span>
          , <span className="whitespace-nowrap">{session.place}</span>
        </p>
      </div>
    </div>
  );
}

type BookingTotalProps = {
  what?: string;
  isFree: boolean;
  listPrice: string;
  discount: { terms: string; amount: string } | null;
  /** The rest of the price where it is below the smallest amount that a card can be charged. */
  tooLittle: string | null;
  total: string;
};

export function BookingTotal({ what = "Session", isFree, listPrice, discount, tooLittle, total }: BookingTotalProps) {
  return (
    <dl className="sum">
      {discount && (
        <>
          <div className="text-ink-soft">
            <dt>{what} price</dt>
            <dd>{listPrice}</dd>
          </div>
          <div className="text-ink-soft">
            <dt>Discount ({discount.terms})</dt>
            <dd>−{discount.amount}</dd>
          </div>
        </>
      )}
      {tooLittle && (
        <div className="text-ink-soft">
          <dt>{discount ? "Left over" : `${what} price`} (too little to be charged by card)</dt>
          <dd>{tooLittle}</dd>
        </div>
      )}
      <div className="sum__total">
        <dt>Total</dt>
        <dd>{isFree ? "Free" : total}</dd>
      </div>
    </dl>
  );
}
