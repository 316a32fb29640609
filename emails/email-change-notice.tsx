import { Action, Closing } from "./parts/action";
import { greet, Letter } from "./parts/letter";
import { previewSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
};

export const subject = ({ site }: Props) => `Your address for ${site.name} is to change`;

export default function EmailChangeNotice(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Change of address"
      preview="If you asked for it, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={
        <>
          Another address <em>for your account</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Your account is to have another address. Until that one is confirmed, ` +
        `everything stays as it is; then you sign in with the new one. If you asked for it, there is nothing to do.`
      }
    >
      <Action
        href={site.contactUrl}
        label="That was not me"
        note="Then write to me straight away: the old address holds until the new one is confirmed."
      />
      <Closing text="The next sessions are on the schedule." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
};
