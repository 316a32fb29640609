import { Action, ContactClosing } from "./parts/action";
import { Lines } from "./parts/facts";
import { Band, colours, sans } from "./parts/layout";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To everyone who has agreed to announcements. */
export type Props = { site: Site; subject: string; paragraphs: string[]; unsubscribeUrl?: string | undefined };

export const subject = (props: Props) => props.subject;

export default function Newsletter(props: Props) {
  const { site, paragraphs } = props;
  return (
    <Letter
      site={site}
      title={props.subject}
      label="News"
      preview={paragraphs[0] ?? ""}
      unsubscribeUrl={props.unsubscribeUrl}
      because={`you agreed to news and offers from ${site.name}.`}
      headline={props.subject}
      text={site.instructor ? `News from ${site.instructor}.` : `News from ${site.name}.`}
    >
      <Band padding="0 48px 0">
        {paragraphs.map((paragraph, index) => (
          <p key={index} style={{ margin: "14px 0 0", font: sans("400", 17, 27), color: colours.soft }}>
            <Lines lines={paragraph.split("\n")} />
          </p>
        ))}
      </Band>
      <Action href={site.url} label="See the schedule" note="Reply to this email to reach me." />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  subject: "A new series in spring",
  paragraphs: ["Six evenings, from the first of March.", "I look forward to seeing you."],
  unsubscribeUrl: "https://breathroom.example/unsubscribe/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=9a3c51",
};
