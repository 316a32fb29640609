import { Action, Closing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
};

export const subject = ({ site }: Props) => `Your address for ${site.name} is about to change`;

export default function EmailChangeNotice(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Change of address"
      preview="If you asked for this, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={
        <>
          Another address <em>for your account</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Someone asked to change your account’s address. Until the new one is confirmed, ` +
        `nothing changes; after that you sign in with it. If you asked for this, there is nothing to do.`
      }
    >
      <Action
        href={site.contactUrl}
        label="Wasn’t you?"
        note="Write to me straight away: your old address is used until the new one is confirmed."
      />
      <Closing text="The next sessions are on the schedule." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
};
