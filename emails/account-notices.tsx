import { Action, Closing, ContactClosing } from "./parts/action";
import { exampleCustomer, exampleSite } from "./parts/examples";
import { Fact, Lines } from "./parts/facts";
import { Letter, type LetterProps, type Template } from "./parts/letter";
import type { CustomerProps, Site } from "./parts/props";

/** Tells the owner what has happened to an account, in case someone else did it. */
type NoticeProps = CustomerProps & { resetUrl: string };

const exampleNotice: NoticeProps = {
  ...exampleCustomer,
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};

export const passwordChanged: Template<NoticeProps & { changedAt: string; device: string }> = {
  subject: ({ site }) => `Your password for ${site.name} was changed`,
  letter: (props) => (
    <NoticeLetter
      {...props}
      label="Password changed"
      headline={["Your password", "is changed"]}
      text="Your password was changed, and all your other devices were signed out."
    >
      <Fact label="When">{props.changedAt}</Fact>
      <Fact label="Where">{props.device}</Fact>
    </NoticeLetter>
  ),
  example: { ...exampleNotice, changedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT", device: "Firefox on Linux" },
};

type SecondFactorChangedProps = NoticeProps & {
  /** `removed`: by the site's operator, for an owner who lost it. */
  change: "on" | "renewed" | "off" | "removed";
  changedAt: string;
  device: string;
};

export const secondFactorChanged: Template<SecondFactorChangedProps> = {
  subject: ({ site, change }) => `${news[change].what}: ${site.name}`,
  letter: (props) => (
    <NoticeLetter
      {...props}
      headline={news[props.change].what}
      text={news[props.change].text}
      notMe="Choose a new password straight away, which signs out every device. Then write to me."
    >
      <Fact label="When">{props.changedAt}</Fact>
      <Fact label="Where">{props.device}</Fact>
    </NoticeLetter>
  ),
  example: { ...passwordChanged.example, change: "on" },
};

const off = "Two-step sign-in was turned off. From now on you sign in with your password only.";

const news: Record<SecondFactorChangedProps["change"], { what: string; text: string }> = {
  on: {
    what: "Two-step sign-in is on",
    text: "Two-step sign-in was turned on. From now on you also need a code from your authenticator app.",
  },
  renewed: {
    what: "You have new recovery codes",
    text: "New recovery codes were created for your account. The old ones no longer work.",
  },
  off: { what: "Two-step sign-in is off", text: off },
  removed: { what: "Two-step sign-in was removed", text: off },
};

type DevicesEndedProps = NoticeProps & { devices: string[]; endedAt: string; endedFrom: string };

export const devicesEnded: Template<DevicesEndedProps> = {
  subject: (props) => `${whatEnded(props)}: ${props.site.name}`,
  letter: (props) => (
    <NoticeLetter {...props} headline={whatEnded(props)} text={`${whatEnded(props)} from your account.`}>
      <Fact label={props.devices.length === 1 ? "Device" : "Devices"}>
        <Lines lines={props.devices} />
      </Fact>
      <Fact label="When">{props.endedAt}</Fact>
      <Fact label="From">{props.endedFrom}</Fact>
    </NoticeLetter>
  ),
  example: {
    ...exampleNotice,
    devices: ["Safari on iPhone, signed in on Friday, November 20, 2026 at 9:05 AM"],
    endedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
    endedFrom: "Firefox on Linux",
  },
};

const whatEnded = ({ devices }: DevicesEndedProps) =>
  devices.length === 1 ? "A device was signed out" : `${devices.length} devices were signed out`;

type NoticeLetterProps = Pick<LetterProps, "headline" | "text" | "children"> &
  NoticeProps & { label?: string; notMe?: string };

const nothingToDo = "If this was you, there is nothing to do.";
const newPassword = "Ask for a link and choose a new password straight away.";

const NoticeLetter = ({ text, notMe = newPassword, ...props }: NoticeLetterProps) => (
  <Letter
    label="Your account"
    {...props}
    preview={nothingToDo}
    because={`you have an account at ${props.site.name}.`}
    text={`${text} ${nothingToDo}`}
    action={<Action href={props.resetUrl} label="Wasn’t you?" note={notMe} />}
    closing={<ContactClosing site={props.site} text="Need help? Write to me." />}
  />
);

/** A mail to the old address. */
export const emailChangeNotice: Template<CustomerProps> = {
  subject: ({ site }) => `Your address for ${site.name} is about to change`,
  letter: (props) => (
    <Letter
      {...props}
      label="Change of address"
      preview="If you asked for this, there is nothing to do."
      because={`you have an account at ${props.site.name}.`}
      headline={["Another address", "for your account"]}
      text="Someone asked to change your account’s address. Until the new one is confirmed, nothing changes; after that you sign in with it. If you asked for this, there is nothing to do."
      action={
        <Action
          href={props.site.contactUrl}
          label="Wasn’t you?"
          note="Write to me straight away: your old address is used until the new one is confirmed."
        />
      }
      closing={<Closing text="The next sessions are on the schedule." href={props.site.url} label="Full schedule" />}
    />
  ),
  example: exampleCustomer,
};

/** A mail to an account that has become an admin, so that its owner notices a change made by others. */
export const adminAccess: Template<{ site: Site; grantedAt: string; officeUrl: string }> = {
  subject: ({ site }) => `You are an admin of ${site.name}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Your account"
      preview="Your account may now use the back office."
      because={`you have an account at ${props.site.name}.`}
      headline={["You are", "an admin"]}
      text="Your account may now see and change everything in the back office. It was signed out everywhere; sign in again with your password, or with the link you were given. If you don’t expect this, write to me."
      action={<Action href={props.officeUrl} label="Open the back office" />}
      closing={<ContactClosing site={props.site} text="Need help? Write to me." />}
    >
      <Fact label="Since">{props.grantedAt}</Fact>
    </Letter>
  ),
  example: {
    site: exampleSite,
    grantedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
    officeUrl: "https://breathroom.example/admin",
  },
};
