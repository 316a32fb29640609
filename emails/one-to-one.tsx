import { Action, ClosingLink, ClosingText } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { exampleAdminSession, exampleCustomer, exampleSession } from "./parts/examples";
import { Fact, Soft, startOf, WhenFact, WhereFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { AdminSessionProps, CustomerProps, SessionFacts } from "./parts/props";

type RequestProps = CustomerProps & { session: SessionFacts; requestUrl: string };

const exampleRequest: RequestProps = {
  ...exampleCustomer,
  session: exampleSession,
  requestUrl: "https://breathroom.example/my-request/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};

/** A mail to the address that was typed with a request: nothing is held before its button is pressed. */
export const requestConfirm: Template<RequestProps & { validFor: string }> = {
  subject: ({ session }) => `Please confirm your request: ${session.title}`,
  letter: ({ validFor, ...props }) => (
    <Letter
      {...props}
      label="Confirm your request"
      preview="The time is not held yet. Please confirm that you would like it."
      because={`someone asked for a time at ${props.site.name} with this address.`}
      headline={["One more", "step"]}
      text="Please confirm that you would like the time below. It is held for you from then on, until I have answered."
      action={
        <Action
          href={props.requestUrl}
          label="Confirm the request"
          note={`The link works for ${validFor}. If you didn’t ask for this, ignore this email: nothing is held or booked.`}
        />
      }
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
    </Letter>
  ),
  example: { ...exampleRequest, validFor: "24 hours" },
};

/** A mail to someone who has asked for a time. */
export const requestAsked: Template<RequestProps> = {
  subject: ({ session }) => `You have asked for a time: ${session.title}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Your request"
      preview="The time is held for you until I have answered."
      because={`someone asked for a time at ${props.site.name} with this address.`}
      headline={["A time", "for you"]}
      greeting="Thank you"
      text="The time below is held for you until I have answered. Nothing is booked or paid yet. Should I not answer in time, an email tells you."
      action={<Action href={props.requestUrl} label="See your request" />}
      closing={
        <ClosingText text="Does it no longer suit you?">
          <br />
          <ClosingLink href={props.requestUrl} label="Take the request back" />
        </ClosingText>
      }
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
    </Letter>
  ),
  example: exampleRequest,
};

type Until = { date: string; time: string; zone: string };

export const requestApproved: Template<RequestProps & { until: Until; bookUrl: string }> = {
  subject: ({ session }) => `You can book your time: ${session.title}`,
  letter: ({ until, ...props }) => (
    <Letter
      {...props}
      label="Your time"
      preview={`It is held for you until ${until.time} ${until.zone}, ${until.date}.`}
      because={`someone asked for a time at ${props.site.name} with this address.`}
      headline={["A time", "for you"]}
      greeting="Good news"
      text="The time that you asked for suits me. It is held for you until the time below; please book it before then."
      action={<Action href={props.bookUrl} label="Book this time" note="You’ll see the price before you book." />}
      closing={
        <ClosingText text="Does it no longer suit you?">
          <br />
          <ClosingLink href={props.requestUrl} label="Take the request back" />
        </ClosingText>
      }
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
      <Fact label="Held until">
        {until.date}
        <br />
        <Soft>{`${until.time} ${until.zone}`}</Soft>
      </Fact>
    </Letter>
  ),
  example: {
    ...exampleRequest,
    until: { date: "Monday, November 30, 2026", time: "8:00 AM", zone: "GMT" },
    bookUrl: "https://breathroom.example/my-request/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100/book?key=5f2c",
  },
};

/** `isLapsed`: it was not booked, or not answered, in time. */
export const requestDeclined: Template<RequestProps & { isLapsed: boolean; offerUrl: string }> = {
  subject: ({ session, isLapsed }) =>
    isLapsed ? `Your request has ended: ${session.title}` : `This time does not suit: ${session.title}`,
  letter: ({ isLapsed, ...props }) => (
    <Letter
      {...props}
      label="Your request"
      preview="The time is no longer held for you. Nothing was booked or charged."
      because={`someone asked for a time at ${props.site.name} with this address.`}
      headline={isLapsed ? ["Your request", "has ended"] : ["Another", "time?"]}
      text={
        isLapsed
          ? "The time that you asked for is no longer held for you. Nothing was booked or charged."
          : "I am sorry: the time that you asked for does not suit me. Nothing was booked or charged."
      }
      action={<Action href={props.offerUrl} label="See the free times" />}
      closing={
        <ClosingText text="You can reply to this email.">
          <br />
          <ClosingLink href={props.requestUrl} label="Your request" />
        </ClosingText>
      }
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
    </Letter>
  ),
  example: { ...exampleRequest, isLapsed: false, offerUrl: "https://breathroom.example/one-to-one/birth" },
};

/** `isLapsed`: it was not answered in time. */
type AdminRequestProps = Omit<AdminSessionProps, "sessionUrl"> & { officeUrl: string; isLapsed?: boolean };

export const adminRequest: Template<AdminRequestProps> = {
  subject: ({ attendee, session, isLapsed }) =>
    `${isLapsed ? "Request without an answer" : "New request"}: ${attendee.name}, ${session.title}`,
  letter: ({ attendee, isLapsed, ...props }) => (
    <AdminLetter
      {...props}
      who={attendee}
      label={isLapsed ? "Request ended" : "New request"}
      preview={startOf(props.session)}
      headline={isLapsed ? ["A request", "has ended"] : ["Someone asks", "for a time"]}
      text={
        isLapsed
          ? `${attendee.name} had asked for the time below, and was not answered in time. It is free again, and they have been told.`
          : `${attendee.name} has asked for the time below. It is held until you approve or decline it, at most for the hours that you chose in Settings.`
      }
      action={<Action href={props.officeUrl} label={isLapsed ? "Open One to One" : "Approve or decline"} />}
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
    </AdminLetter>
  ),
  example: { ...exampleAdminSession, officeUrl: "https://breathroom.example/admin/one-to-one" },
};
