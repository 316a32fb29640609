import { Link } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { RowList } from "~/ui/list";
import type { Overview, OverviewDispute, OverviewSession, OverviewToday } from "@server/office/operations/schemas";
import { calendarPath, orderAddress, ordersPath, owedByHandAddress } from "~/features/admin/admin-paths";
import { FigureRow } from "./figure-row";
import { HeadedSection } from "~/ui/headed-section";

export function Today({ today: { date, isToday, sessions } }: { today: OverviewToday }) {
  return (
    <HeadedSection heading={`Today, ${date}`}>
      {!isToday && (
        <p className="text-ink-soft">
          {sessions.length > 0 ? "No session today. The next one:" : "No session today, and none planned."}
        </p>
      )}
      {sessions.length > 0 && (
        <RowList>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} isToday={isToday} />
          ))}
        </RowList>
      )}
    </HeadedSection>
  );
}

function SessionRow({ session, isToday }: { session: OverviewSession; isToday: boolean }) {
  const { id, title, day, time, place, hasBegun } = session;
  const path = `/admin/sessions/${id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-[1_1_12rem]">
        <h3 className="text-subtitle">
          <Link className="inline-flex min-h-(--size-touch) items-center" to={path}>
            {title}
          </Link>
        </h3>
        <p className="text-small leading-small text-ink-soft">
          {isToday ? time : `${day}, ${time}`} · {place} · {howFull(session)}
          {hasBegun && " · under way"}
        </p>
      </div>
      {isToday ? (
        <ButtonLink size="small" to={`${path}/check-in`} aria-label={`Check in: ${title}`}>
          Check in
        </ButtonLink>
      ) : (
        <ButtonLink kind="quiet" size="small" to={`${path}/attendees`} aria-label={`Attendees: ${title}`}>
          Attendees
        </ButtonLink>
      )}
    </li>
  );
}

const howFull = ({ booked, maxAttendees }: OverviewSession) =>
  maxAttendees === null ? `${booked} booked` : `${booked} of ${maxAttendees} booked`;

/** Lists the admin's open tasks with their counts; leaves out those without any. */
export function Waiting({ waiting }: { waiting: Overview["waiting"] }) {
  const rows = rowsOf(waiting);
  return (
    <HeadedSection heading="Waiting for you">
      {rows.length === 0 ? (
        <p className="text-ink-soft">Nothing is waiting for you.</p>
      ) : (
        <RowList>
          {rows.map((row) => (
            <FigureRow key={row.to + row.label} {...row} />
          ))}
        </RowList>
      )}
    </HeadedSection>
  );
}

type OverviewRow = {
  /** How many there are; for a dispute, the days that are left to answer it. */
  figure: number;
  label: string;
  to: string;
};

function rowsOf({
  disputes,
  pendingOrders,
  waitlists,
  withoutLink,
  owedByHand,
  toRefund,
  unexplained,
  failedMails,
  unarrivedMails,
  failedJobs,
  withdrawals,
  silentCalendars,
}: Overview["waiting"]) {
  const urgent = disputes.map((dispute) => ({
    figure: dispute.daysLeft ?? 1,
    label: disputeLabel(dispute),
    to: dispute.url,
  }));
  const refunds = toRefund.map((order) => ({
    figure: 1,
    label: `to refund: ${order.amount} to ${order.customer}, whose ${order.kind} ${order.reference} has ended`,
    to: orderAddress(order, "refund", { back: "/admin" }),
  }));
  const [nextWithout] = withoutLink;
  const missingLinks = nextWithout && {
    figure: withoutLink.length,
    label: `online ${plural(withoutLink.length, "session")} without a joining link; the next is “${nextWithout.title}” on ${nextWithout.day}`,
    to: `/admin/sessions/${nextWithout.id}/edit`,
  };
  const rows: OverviewRow[] = [
    ...(missingLinks ? [missingLinks] : []),
    {
      figure: owedByHand.orders,
      label: `${plural(owedByHand.orders, "order")} to refund yourself: ${owedByHand.amount}`,
      to: owedByHandAddress(),
    },
    ...waitlists.map(({ id, title, waiting, free }) => ({
      figure: waiting,
      label: `waiting for “${title}”, where ${free === null ? "places are" : free === 1 ? "1 place is" : `${free} places are`} free`,
      to: `/admin/sessions/${id}/waitlist`,
    })),
    {
      figure: unexplained,
      label: `unexplained ${plural(unexplained, "payment")}`,
      to: "/admin/payments",
    },
    {
      figure: pendingOrders,
      label: `${plural(pendingOrders, "order")} with a pending payment`,
      to: `${ordersPath}?status=pending`,
    },
    {
      figure: failedMails,
      label: `${plural(failedMails, "email")} that could not be sent`,
      to: "/admin/mails?status=failed",
    },
    {
      figure: unarrivedMails,
      label: `${plural(unarrivedMails, "email")} that bounced or did not arrive`,
      to: "/admin/mails?status=unarrived",
    },
    { figure: withdrawals, label: `${plural(withdrawals, "withdrawal")} from a purchase`, to: "/admin/withdrawals" },
    {
      figure: silentCalendars.length,
      label: `of your calendars without an answer for a day: ${silentCalendars.join(", ")}`,
      to: calendarPath,
    },
    { figure: failedJobs, label: `${plural(failedJobs, "job")} that failed`, to: "/admin/jobs" },
  ];
  return [...urgent, ...refunds, ...rows.filter(({ figure }) => figure > 0)];
}

function disputeLabel({ customer, amount, isInquiry, daysLeft, dueBy }: OverviewDispute): string {
  const what = `${isInquiry ? "the bank’s question about" : "the dispute of"} ${amount} by ${customer}`;
  if (daysLeft === null) return `unanswered: ${what}`;
  return `${plural(daysLeft, "day")} left to answer ${what}, until ${dueBy}`;
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);
