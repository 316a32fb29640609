import { Action, ContactClosing } from "./parts/action";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To an address that was typed where the box for announcements was ticked. */
export type Props = { site: Site; confirmUrl: string; validFor: string };

export const subject = ({ site }: Props) => `Would you like news from ${site.name}?`;

export default function ConfirmAnnouncements(props: Props) {
  const { site, validFor } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Confirmation of announcements"
      preview="Confirm once, and you’ll get news and offers by email."
      because={`someone asked ${site.name} to send news to this address.`}
      headline={
        <>
          News <em>from me?</em>
        </>
      }
      text={
        `You ticked the box for news and offers from ${site.name}. Please confirm that this address is yours and ` +
        `that you would like them. You can unsubscribe at any time.`
      }
    >
      <Action
        href={props.confirmUrl}
        label="Yes, email me news"
        note={`The link works for ${validFor}. If you didn’t ask for this, ignore this email and you’ll get no news.`}
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  confirmUrl:
    "https://breathroom.example/announcements/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF",
  validFor: "7 days",
};
