import { Link } from "@remix-run/react";
import type { AdminSessionDetails } from "@server/office/managing/get-session-details";
import { owedByHandAddress } from "~/features/admin/admin-paths";

type SessionMoneyProps = {
  money: AdminSessionDetails["money"];
  /** The session's title, by which its orders are found. */
  title: string;
  isCancelled?: boolean;
};

/** Shows all refunds of a cancelled session; otherwise only those that the admin still has to return by hand. */
export function SessionMoney({ money, title, isCancelled = false }: SessionMoneyProps) {
  const { returned, onItsWay, missing, atBank, byHand, toHandOver } = money;
  const bank = bankInWords(atBank);
  return (
    <>
      {isCancelled && returned && <>{returned} has been refunded. </>}
      {isCancelled && onItsWay && <>Stripe is refunding {onItsWay}. </>}
      {isCancelled && missing && (
        <>
          {missing} has not been refunded: <Link to="/admin/payments">check your payments</Link>.{" "}
        </>
      )}
      {isCancelled && bank.length > 0 && <>{bank.join(". ")}. </>}
      {byHand && (
        <>
          Please refund {byHand} yourself: {peopleInWords(toHandOver)}.{" "}
          <Link to={owedByHandAddress(title)}>See what to refund</Link>
        </>
      )}
    </>
  );
}

type AtBank = AdminSessionDetails["money"]["atBank"];

/** Returns the sentences, without their full stops, on money that a bank has. */
export function bankInWords({ disputed, lost }: AtBank): string[] {
  const of = (bookings: number) => (bookings === 1 ? "one booking" : `${bookings} bookings`);
  return [
    disputed.amount &&
      `${disputed.amount} of ${of(disputed.bookings)} is disputed at the bank, which decides over it: if it decides for you, you refund it then`,
    lost.amount && `${lost.amount} of ${of(lost.bookings)} was returned by the bank after a lost dispute`,
  ].filter((sentence) => sentence !== null);
}

const maxNamed = 6;

/** Returns "Hannah Okafor £14.00, Tomas Lindqvist £14.00 and 3 others". */
export function peopleInWords(people: { name: string; amount: string }[]): string {
  const named = people.slice(0, maxNamed).map(({ name, amount }) => `${name} ${amount}`);
  const others = people.length - named.length;
  return named.join(", ") + (others > 0 ? ` and ${others} ${others === 1 ? "other" : "others"}` : "");
}
