import { Action } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { exampleCustomer, examplePerson, exampleSite } from "./parts/examples";
import { Fact, Soft } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { CustomerProps, Person, Site } from "./parts/props";

type MembershipNewsProps = CustomerProps & {
  membership: string;
  /** What has become of it, such as "has begun". */
  headline: string;
  text: string;
  /** The last day of what is paid. */
  until: string | null;
  /** Why the instructor has changed it. */
  reason?: string;
  membershipUrl: string;
};

/** To a member: their membership has begun, changed, is paused, cancelled or over. */
export const membershipNews: Template<MembershipNewsProps> = {
  subject: ({ membership, headline }) => `Your membership “${membership}” ${headline}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Membership"
      preview={props.text}
      because={`you have a membership at ${props.site.name}.`}
      headline={["Your membership", props.headline]}
      text={props.text}
      action={<Action href={props.membershipUrl} label="See your membership" />}
    >
      <Fact label="Membership">{props.membership}</Fact>
      {props.until && <Fact label="Until">{props.until}</Fact>}
      {props.reason && (
        <Fact label="Why">
          <Soft>{props.reason}</Soft>
        </Fact>
      )}
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    membership: "Two evenings a week",
    headline: "has changed",
    text: "I have added 1 month to your membership “Two evenings a week”, free of charge.",
    until: "Sunday, May 3, 2026",
    reason: "For the week without heating",
    membershipUrl: "https://breathroom.example/user/membership",
  },
};

type LeavingProps = {
  site: Site;
  member: Person;
  membership: string;
  /** Whether they go on after all. */
  isUndone: boolean;
  until: string | null;
  /** Why they leave, if they have said so. */
  leaveReason?: string;
  membershipUrl: string;
};

/** To the instructor: a member has cancelled, or goes on after all. */
export const adminMembershipLeaving: Template<LeavingProps> = {
  subject: ({ member, isUndone }) =>
    `${member.name} ${isUndone ? "goes on as a member" : "has cancelled a membership"}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label="Membership"
      preview={`${props.member.name}: ${props.membership}.`}
      headline={props.isUndone ? ["A member", "goes on"] : ["A member", "has cancelled"]}
      text={
        props.isUndone
          ? `${props.member.name} has changed their mind, and keeps the membership.`
          : `${props.member.name} has cancelled the membership. It runs to its end.`
      }
      who={props.member}
      action={<Action href={props.membershipUrl} label="Open the membership" />}
    >
      <Fact label="Membership">{props.membership}</Fact>
      {props.until && <Fact label="Until">{props.until}</Fact>}
      {props.leaveReason && (
        <Fact label="Why">
          <Soft>{props.leaveReason}</Soft>
        </Fact>
      )}
    </AdminLetter>
  ),
  example: {
    site: exampleSite,
    member: examplePerson,
    membership: "Two evenings a week",
    isUndone: false,
    until: "Sunday, May 3, 2026",
    leaveReason: "I am moving away.",
    membershipUrl: "https://breathroom.example/admin/memberships/members/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  },
};
