import type { DisplayedStart } from "@server/core/dates";
import { DateBlock } from "~/ui/date-block";

type BookedSession = { id: string; title: string; isOnline: boolean; duration: string; place: string };

/** The frame of what is booked or bought, and its text below the title. */
export const subject = "grid items-center gap-4.5 rounded-paper bg-ground px-4.5 py-3.5";
export const subjectText = "text-small leading-[1.4] text-ink-soft";

export function BookingSummary({ session, start }: { session: BookedSession; start: DisplayedStart }) {
  return (
    <div className={`${subject} grid-cols-[auto_minmax(0,1fr)]`}>
      <p className={`flex ${subjectText}`}>
        <DateBlock
          variant="small"
          className="border-r border-line pr-4.5"
          day={start.day}
          title={start.weekdayShort}
          rest={`${start.month} ${start.year}`}
          iso={start.iso}
        />
      </p>
      <div>
        <h2 className="text-subtitle">{session.title}</h2>
        <p className={subjectText}>
          <span className="xs:whitespace-nowrap">
            {start.time} {start.zone} for {session.duration}
          </span>
          , <span className="xs:whitespace-nowrap">{session.place}</span>
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
  quantity?: number;
  /** The list price of one. */
  ticketPrice?: string;
};

export function BookingTotal({
  what = "Session",
  isFree,
  listPrice,
  discount,
  tooLittle,
  total,
  ...tickets
}: BookingTotalProps) {
  const { quantity = 1, ticketPrice } = tickets;
  return (
    <dl className="grid gap-1">
      {(discount || quantity > 1) && (
        <Line
          className={part}
          name={quantity > 1 ? `${quantity} tickets at ${ticketPrice}` : `${what} price`}
          amount={listPrice}
        />
      )}
      {discount && <Line className={part} name={`Discount (${discount.terms})`} amount={`−${discount.amount}`} />}
      {tooLittle && (
        <Line
          className={part}
          name={`${discount ? "Left over" : `${what} price`} (too little to be charged by card)`}
          amount={tooLittle}
        />
      )}
      <Line
        className="mt-2 items-baseline font-display text-title leading-[1.2]"
        name="Total"
        amount={isFree ? "Free" : total}
      />
    </dl>
  );
}

const part = "text-ink-soft";

const Line = ({ name, amount, className }: { name: string; amount: string; className: string }) => (
  <div className={`flex justify-between gap-4 ${className}`}>
    <dt>{name}</dt>
    <dd className="lining-nums tabular-nums">{amount}</dd>
  </div>
);
