import { Action, Closing } from "./parts/action";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To the instructor, who wants to know whether mails arrive. */
export type Props = { site: Site; systemUrl: string };

export const subject = ({ site }: Props) => `Test mail from ${site.name}`;

export default function AdminTest(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Test mail"
      preview="Emails from your site arrive."
      because={`you run ${site.name}.`}
      headline={
        <>
          Your emails <em>arrive</em>
        </>
      }
      text="This is the test mail that you asked for. If it was in the spam folder, check the DNS records of your sender’s domain at Resend."
    >
      <Action href={props.systemUrl} label="See the other checks" />
      <Closing text="See what’s on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = { site: exampleSite, systemUrl: "https://breathroom.example/admin/system" };
