import type { MetaFunction } from "@remix-run/node";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, siteOf, titled } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { PageHead } from "~/ui/page-head";
import { RingList, TextSection, TextSections } from "~/ui/text";
import { TextLink, textLinkStyle } from "~/ui/link";

const description = "What was done so that everyone can use this site, how it was tested, and what does not work yet.";

export const meta: MetaFunction = ({ error, matches }) => {
  const site = siteOf(matches);
  if (error) return errorMeta(error, site);
  return pageMeta({ title: titled("Accessibility", site), description, path: "/accessibility" }, site);
};

const tested = [
  "Every page and dialog is checked with axe-core for the rules of WCAG 2.2, levels A and AA, in light and dark colours.",
  "Booking, signing up, watching a recording, editing a session and checking people in are tested with the keyboard alone.",
  "Every page fits a phone of 390 pixels without scrolling sideways, also with text at twice its size.",
  "Every button, link and field is at least 44 pixels wide and high on a phone, except for links within a sentence.",
  "Every form and link works without JavaScript, and a form that is refused keeps what you typed.",
];

const done = [
  "Pages and emails follow your settings for dark colours; pages also those for high contrast and reduced motion.",
  "Changes of a page are announced, and the focus returns to where it was when a dialog closes.",
];

const limits = [
  "No one who uses a screen reader every day has tested the site yet. Chromium is the only browser in the tests.",
  "Recordings have captions only where a file with captions was added.",
  "You pay on a page of our payment provider, Stripe, which we cannot change.",
  "PDF files among the learning resources may not be readable by screen readers. Ask for the text if you need it.",
];

export default function Accessibility() {
  const site = useSite();
  return (
    <div className="page-width grid grid-cols-1 gap-8 pt-10">
      <PageHead
        title="Accessibility"
        lede="Everyone should be able to book a session and listen to a recording here. The aim is WCAG 2.2, level AA."
      />
      <TextSections>
        <TextSection title="What is tested">
          <p>These tests run on every change of the site.</p>
          <RingList items={tested} />
        </TextSection>
        <TextSection title="What else was done">
          <RingList items={done} />
        </TextSection>
        <TextSection title="What does not work yet">
          <RingList items={limits} />
        </TextSection>
        <TextSection title="Tell me what gets in your way">
          <p>
            Is something hard to use, or do you need it in another form?{" "}
            {site && (
              <a className={textLinkStyle} href={site.contactUrl}>
                Write to me
              </a>
            )}
            , and say which page it is and what you use to read it. I can also{" "}
            <TextLink to="/">book a session</TextLink> for you.
          </p>
        </TextSection>
      </TextSections>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
