import { Action, Closing } from "./parts/action";
import { exampleSession, exampleSite } from "./parts/examples";
import { Fact, startOf, WhenFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { SessionFacts, Site } from "./parts/props";

/** A mail to the instructor, a day before an online session that has no joining link. */
export const adminMissingLink: Template<{ site: Site; session: SessionFacts; booked: string; editUrl: string }> = {
  subject: ({ session }) => `No joining link yet: ${session.title}, ${session.when.date}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Joining link missing"
      preview={`${startOf(props.session)}. Booked: ${props.booked}.`}
      because={`you run ${props.site.name}.`}
      headline={["The joining link", "is missing"]}
      text="This online session starts within a day and has no joining link. Everyone who is booked gets it by email as soon as you add it."
      action={<Action href={props.editUrl} label="Add the joining link" />}
      closing={<Closing text="See what else is on." href={props.site.url} label="Full schedule" />}
    >
      <WhenFact {...props} />
      <Fact label="Booked">{props.booked}</Fact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    session: exampleSession,
    booked: "7",
    editUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100/edit",
  },
};

type SiteFaultProps = { site: Site; name: string; what: string; todo: string; systemUrl: string };

/** A mail to the instructor: a check has failed twice, so the site can't do part of its work. */
export const adminSiteFault: Template<SiteFaultProps> = {
  subject: ({ site, name }) => `${site.name} needs you: ${name}`,
  letter: ({ name, what, todo, systemUrl, ...props }) => (
    <Letter
      {...props}
      label="A fault of the site"
      preview={`${name}: ${what}.`}
      because={`you run ${props.site.name}.`}
      headline={["Your site", "needs you"]}
      text="A check has failed twice in five minutes. Until it is fine again, part of the site may not work. You get this email at most once a day."
      action={<Action href={systemUrl} label="See all checks" />}
      closing={<Closing text="See what’s on." href={props.site.url} label="Full schedule" />}
    >
      <Fact label="Check">{name}</Fact>
      <Fact label="Found">{what}</Fact>
      <Fact label="What to do">{todo}</Fact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    name: "Stripe key",
    what: "Stripe rejects it",
    todo: "Copy STRIPE_SECRET_KEY again from https://dashboard.stripe.com/apikeys.",
    systemUrl: "https://breathroom.example/admin/system",
  },
};

type LeftCalendarProps = { site: Site; host: string; reason: string; left: number; calendarUrl: string };

/** A mail to the instructor: sessions could not be removed from a calendar that she has disconnected. */
export const adminCalendarLeft: Template<LeftCalendarProps> = {
  subject: ({ host }) => `Sessions are left in your calendar: ${host}`,
  letter: ({ host, reason, left, calendarUrl, ...props }) => (
    <Letter
      {...props}
      label="Your calendar"
      preview={`${host}: ${reason}`}
      because={`you run ${props.site.name}.`}
      headline={["Sessions are left", "in your calendar"]}
      text="You have disconnected the account and asked for your sessions to be removed from its calendar. The site could not remove them all, and has forgotten the password by now: please delete the rest there. They no longer move with the site."
      action={<Action href={calendarUrl} label="See your calendars" />}
      closing={<Closing text="See what’s on." href={props.site.url} label="Full schedule" />}
    >
      <Fact label="Account">{host}</Fact>
      <Fact label="Left there">{left === 1 ? "1 session" : `${left} sessions`}</Fact>
      <Fact label="Reason">{reason}</Fact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    host: "caldav.example.com",
    reason: "The calendar’s server can’t be reached.",
    left: 12,
    calendarUrl: "https://breathroom.example/admin/calendar",
  },
};

type SilentCalendarProps = { site: Site; name: string; reason: string; isWriting: boolean; calendarUrl: string };

/** A mail to the instructor: one of her calendars gives no answer, or takes no sessions. */
export const adminCalendarSilent: Template<SilentCalendarProps> = {
  subject: ({ name }) => `Your calendar does not answer: ${name}`,
  letter: ({ name, reason, isWriting, calendarUrl, ...props }) => (
    <Letter
      {...props}
      label="Your calendar"
      preview={`${name}: ${reason}`}
      because={`you run ${props.site.name}.`}
      headline={["Your calendar", "does not answer"]}
      text={
        isWriting
          ? "Your sessions can’t be written into your calendar. The site goes on trying, and writes what is missing as soon as it can."
          : "The site can’t see when you are busy. People go on booking, by what your calendar said last: look whether a new booking fits."
      }
      action={<Action href={calendarUrl} label="See your calendars" />}
      closing={<Closing text="See what’s on." href={props.site.url} label="Full schedule" />}
    >
      <Fact label="Calendar">{name}</Fact>
      <Fact label="Reason">{reason}</Fact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    name: "Home",
    reason: "The calendar’s server can’t be reached.",
    isWriting: false,
    calendarUrl: "https://breathroom.example/admin/calendar",
  },
};

/** A mail to the instructor, who wants to know whether mails arrive. */
export const adminTest: Template<{ site: Site; systemUrl: string }> = {
  subject: ({ site }) => `Test mail from ${site.name}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Test mail"
      preview="Emails from your site arrive."
      because={`you run ${props.site.name}.`}
      headline={["Your emails", "arrive"]}
      text="This is the test mail that you asked for. If it was in the spam folder, check the DNS records of your sender’s domain at Resend."
      action={<Action href={props.systemUrl} label="See the other checks" />}
      closing={<Closing text="See what’s on." href={props.site.url} label="Full schedule" />}
    />
  ),
  example: { site: exampleSite, systemUrl: "https://breathroom.example/admin/system" },
};
