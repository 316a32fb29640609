import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To an account that has become an admin, so that its owner notices a change made by others. */
export type Props = { site: Site; grantedAt: string; officeUrl: string };

export const subject = ({ site }: Props) => `You are an admin of ${site.name}`;

export default function AdminAccess(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Your account"
      preview="Your account may now use the back office."
      because={`you have an account at ${site.name}.`}
      headline={
        <>
          You are <em>an admin</em>
        </>
      }
      text="Your account may now see and change everything in the back office. It was signed out everywhere; sign in again with your password, or with the link you were given. If you don’t expect this, write to me."
    >
      <Facts>
        <Fact label="Since">{props.grantedAt}</Fact>
      </Facts>
      <Action href={props.officeUrl} label="Open the back office" />
      <ContactClosing site={site} text="Need help? Write to me." />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  grantedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  officeUrl: "https://breathroom.example/admin",
};
