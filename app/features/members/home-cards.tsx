import type { MySession } from "@server/selling/bookings/schemas";
import type { Home } from "@server/office/members/schemas";
import type { ReactNode } from "react";
import { ContinueCard } from "~/features/recordings/continue-card";
import { RecordingShelf } from "~/features/recordings/recording-grid";
import { JoinOrWatch } from "~/features/schedule/session-card";
import { ButtonLink } from "~/ui/button";
import { Card, CardLink } from "~/ui/card";
import { CoverLink } from "~/ui/link";
import { DateBlock } from "~/ui/date-block";
import { Icon } from "~/ui/icon";
import { miniFrame, MiniItem, MiniList, MiniText } from "~/ui/list";

export function HomeCards({ upcoming, zoneNote, past, resume, recordings, passes, membership }: Home) {
  return (
    <>
      {resume && <ContinueCard heading="Continue listening" recording={resume} path={resume.path} />}
      {membership && (
        <Card title="My Membership" badge={<ViewAll to="/user/membership" of="your membership" />}>
          <p>
            <b>{membership.title}</b>: {membership.period}. {membership.left.join(" ")}
          </p>
        </Card>
      )}
      {passes.length > 0 && (
        <Card title="My Passes" badge={<ViewAll to="/user/passes" of="passes" />}>
          <ul className="grid gap-2">
            {passes.map(({ id, title, balance }) => (
              <li key={id}>
                <b>{title}</b>: {balance}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-stretch">
        <Card title="Upcoming Sessions" badge={<ViewAll to="/user/sessions" of="upcoming sessions" />}>
          {upcoming.length === 0 ? (
            <Nothing>No upcoming sessions scheduled.</Nothing>
          ) : (
            <>
              <MiniList>
                {upcoming.map((session) => (
                  <UpcomingMini key={session.id} session={session} />
                ))}
              </MiniList>
              <p className="text-small leading-small">{zoneNote}</p>
            </>
          )}
        </Card>
        <Card title="Past Sessions" badge={<ViewAll to="/dashboard/past-sessions" of="past sessions" />}>
          {past.length === 0 ? (
            <Nothing>You haven&apos;t attended any sessions yet.</Nothing>
          ) : (
            <MiniList>
              {past.map((session) => (
                <PastMini key={session.id} session={session} />
              ))}
            </MiniList>
          )}
        </Card>
      </div>
      <Card title="My Resources" badge={<ViewAll to="/dashboard/resources" of="resources" />}>
        {recordings.length === 0 ? (
          <Nothing>You don&apos;t have access to any breathwork resources yet.</Nothing>
        ) : (
          <RecordingShelf recordings={recordings} pathOf={({ path }) => path} />
        )}
      </Card>
    </>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <p className="py-3">{children}</p>;

const ViewAll = ({ to, of }: { to: string; of: string }) => (
  <CardLink to={to}>
    View all<span className="sr-only"> {of}</span>
  </CardLink>
);

function UpcomingMini({ session: { path, title, start, duration, place, tickets } }: { session: MySession }) {
  return (
    <li className={`${upcomingMini} ${miniFrame}`}>
      <DateBlock
        variant="column"
        day={start.day}
        weekday={start.weekdayShort}
        monthAndYear={`${start.month} ${start.year}`}
        iso={start.iso}
      />
      <MiniText
        title={
          <CoverLink
            className="inline-block py-0.75 hover:underline hover:decoration-accent hover:decoration-auto"
            to={path}
          >
            {title}
          </CoverLink>
        }
      >
        <p>
          {start.time}, {duration}
        </p>
        <p>
          {place}
          {tickets > 1 && `, ${tickets} tickets`}
        </p>
      </MiniText>
      <Icon name="arrow-right" className="text-ink-quiet group-hover:text-accent" />
    </li>
  );
}

const upcomingMini =
  "group grid grid-cols-[5.75rem_minmax(0,1fr)_auto] items-center gap-4 @max-[15rem]:grid-cols-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus";

function PastMini({ session }: { session: MySession }) {
  return (
    <MiniItem
      title={session.title}
      text={<time dateTime={session.start.iso}>{session.start.date}</time>}
      action={<JoinOrWatch session={session} />}
    />
  );
}

type WelcomeCardProps = {
  title: string;
  children: ReactNode;
  action: { label: string; to: string };
  more?: ReactNode;
};

export function WelcomeCard({ title, children, action, more }: WelcomeCardProps) {
  return (
    <section className="on-deep @container relative grid justify-items-start gap-5 overflow-hidden rounded-paper bg-deep px-6 py-8 text-on-deep md:px-12 md:py-11">
      <RisingBreath />
      <h1 className="text-display relative max-w-[12em] wrap-anywhere">{title}</h1>
      <p className="relative max-w-[30em] text-on-deep-soft">{children}</p>
      <div className="relative grid justify-items-start gap-x-6 gap-y-1 md:flex md:flex-wrap md:items-center">
        <ButtonLink kind="paper" to={action.to}>
          {action.label}
        </ButtonLink>
        {more}
      </div>
    </section>
  );
}

const rings = [
  { y: 200, radius: 190 },
  { y: 234, radius: 156 },
  { y: 262, radius: 128 },
  { y: 285, radius: 105 },
  { y: 304, radius: 86 },
  { y: 320, radius: 70 },
  { y: 332, radius: 58 },
  { y: 343, radius: 47 },
];

function RisingBreath() {
  return (
    <svg
      className="absolute -top-28 -right-36 w-96 fill-none stroke-deep-art stroke-1 md:-top-36 md:-right-20 md:w-128"
      viewBox="0 0 400 400"
      aria-hidden="true"
      focusable="false"
    >
      {rings.map(({ y, radius }) => (
        <circle key={y} cx="200" cy={y} r={radius} />
      ))}
      <circle
        className="fill-deep-disc stroke-none @max-[20rem]:hidden md:@max-[28rem]:hidden"
        cx="200"
        cy="351"
        r="39"
      />
    </svg>
  );
}
