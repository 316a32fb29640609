import { Card } from "~/ui/card";

const columns = [
  ["Email", "required"],
  ["First name, Last name", "or Name"],
  ["Start", "required, such as 2026-12-01 19:30; or Date and Time"],
  ["Session", "its title, needed where several begin at the same time"],
  ["Tickets", "1 to 6; 1 if there is none"],
  ["Amount, Currency", "what was to be paid for all tickets; free if there is none"],
  ["Payment", "“unpaid” if it is still to be paid at the session"],
  ["Status", "cancelled and refunded bookings are left out"],
  ["Booked", "the day of the booking"],
  ["Minutes", "the length of a past session that is added"],
  ["Reference", "names the booking, so that it is not imported twice"],
];

/** Says what the import does, and which columns a file may have. */
export function ImportHelp() {
  return (
    <>
      <Card title="What happens">
        <p>
          Each row becomes a booking of the session that begins at its time. Bookings of future sessions take places,
          and never more than are free. All rows are imported or none. Importing the same file again adds nothing.
        </p>
        <p>
          Only members get an email or an account, and nothing is charged. What was paid is recorded as paid outside
          Stripe, so you refund it yourself if you ever have to. Reminders before future sessions are sent as for all
          bookings. No one is subscribed to anything.
        </p>
        <p>
          A list of customers needs only their addresses, and names if it has them. They are added to People, where you
          can remove them again.
        </p>
        <p>
          A list of passes has the columns Email, First name, Last name, Pass (the name of one that is here), Credits
          left and Ends on; and, if you have them, Amount, Currency, Bought and Reference. What was used before is
          written off, so that a refund counts what is left only.
        </p>
        <p>
          A list of members has the columns Email, Name, Membership (the name of one that is here) and Until, the last
          day that they have paid you for; and, if you have them, From, Interval (month or year) and Payment. With
          “card” there, a membership starts when its member adds a card. Members get an email, and an account if they
          have none.
        </p>
      </Card>
      <Card title="Columns">
        <p>
          For your own file, name the columns in its first row. Files from Momence (Session Bookings report) and
          Eventbrite (attendee report with event dates) keep their own names. <code>docs/import.md</code> lists them.
        </p>
        <dl className="grid w-full gap-2">
          {columns.map(([label, text]) => (
            <div key={label} className="flex flex-wrap gap-x-4">
              <dt className="flex-[1_1_10rem] font-semibold">{label}</dt>
              <dd className="flex-[2_1_16rem] text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
