import type { GiftChoice } from "@server/catalogue/gift-cards/pay-by-card";

/** The frame of what is booked or bought, and its text below the title. */
export const subject = "flex flex-wrap items-center gap-4.5 rounded-paper bg-ground px-4.5 py-3.5";
export const subjectText = "text-small leading-[1.4] text-ink-soft";

type PriceTotalProps = {
  what?: string;
  isFree: boolean;
  listPrice: string;
  discount: { terms: string; amount: string } | null;
  /** What a membership takes off, in place of a code. */
  memberDiscount?: { terms: string; amount: string } | null;
  /** The rest of the price where it is below the smallest amount that a card can be charged. */
  tooLittle: string | null;
  total: string;
  gifts?: GiftChoice | null;
  quantity?: number;
  /** The list price of one. */
  ticketPrice?: string;
  /** The tickets that a pass pays for, beside those that are paid. */
  byPass?: { name: string; amount: string } | null;
  /** The tickets by what they cost, where they may differ. */
  lines?: { name: string; amount: string }[] | null;
};

export const PriceTotal = (props: PriceTotalProps) => (
  <div>
    <PriceLines {...props} />
    <TotalLine {...props} />
  </div>
);

type PriceLinesProps = Omit<PriceTotalProps, "isFree" | "total" | "gifts">;

/** Shows how the total came about; nothing for one ticket at its price. */
export function PriceLines({ what = "Session", listPrice, tooLittle, ...tickets }: PriceLinesProps) {
  const { quantity = 1, ticketPrice, byPass = null, lines, memberDiscount = null } = tickets;
  const discount = tickets.discount ?? memberDiscount;
  if (!discount && quantity === 1 && !tooLittle && !byPass && !lines) return null;
  return (
    <dl className="grid gap-1">
      {byPass && <Line className={part} {...byPass} />}
      {lines?.map((line) => (
        <Line key={line.name} className={part} {...line} />
      ))}
      {!lines && (discount || quantity > 1 || byPass) && (
        <Line
          className={part}
          name={nameOf({ what, quantity, ticketPrice, isPart: byPass !== null })}
          amount={listPrice}
        />
      )}
      {discount && (
        <Line
          className={part}
          name={`${memberDiscount ? "Membership" : "Discount"} (${discount.terms})`}
          amount={`−${discount.amount}`}
        />
      )}
      {tooLittle && (
        <Line
          className={part}
          name={`${discount ? "Left over" : `${what} price`} (too little to charge by card)`}
          amount={tooLittle}
        />
      )}
    </dl>
  );
}

type PriceLine = Pick<PriceTotalProps, "ticketPrice"> & { what: string; quantity: number; isPart: boolean };

function nameOf({ what, quantity, ticketPrice, isPart }: PriceLine): string {
  if (quantity > 1) return `${quantity} tickets at ${ticketPrice}`;
  return isPart ? `1 ticket at ${ticketPrice}` : `${what} price`;
}

/** Shows the total, and below it what gift cards pay of it and what is left. */
export const TotalLine = ({ isFree, total, gifts = null }: Pick<PriceTotalProps, "isFree" | "total" | "gifts">) => (
  <dl>
    <Line className={`mt-2 ${sum}`} name="Total" amount={isFree ? "Free" : total} />
    {gifts?.cards.map(({ code, name, pays }) => (
      <Line key={code} className={part} name={`Gift card ${name}`} amount={`−${pays}`} />
    ))}
    {gifts && gifts.cards.length > 0 && <Line className={sum} name="Left to pay" amount={gifts.rest} />}
  </dl>
);

const sum = "items-baseline font-display text-title leading-[1.2]";

const part = "text-ink-soft";

const Line = ({ name, amount, className }: { name: string; amount: string; className: string }) => (
  <div className={`flex justify-between gap-4 ${className}`}>
    <dt>{name}</dt>
    <dd className="lining-nums tabular-nums">{amount}</dd>
  </div>
);
