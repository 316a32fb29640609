import { Body, Head, Html, Preview } from "@react-email/components";
import type { ReactNode } from "react";
import { colours, narrowScreens, sans, serif } from "./style";
import { Band, Table } from "./table";

type LetterProps = {
  siteName: string;
  /** The document's title; the same as the subject. */
  title: string;
  /** What the letter is, for screen readers: "Booking confirmation". */
  label: string;
  /** The line that an inbox shows under the subject. */
  preview: string;
  /** Why the reader gets this. */
  because: string;
  /** Where the reader can end mails of this kind. */
  unsubscribeUrl?: string | undefined;
  children: ReactNode;
};

/** The sheet of paper that every message is written on; its children are bands. */
export function Letter({ siteName, title, label, preview, because, unsubscribeUrl, children }: LetterProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{title}</title>
        <style>{narrowScreens}</style>
      </Head>
      <Body style={{ margin: 0, padding: "32px 12px", backgroundColor: colours.page, textAlign: "center" }}>
        <Preview>{preview}</Preview>
        <div role="main" aria-label={label} style={{ maxWidth: 600, margin: "0 auto", textAlign: "left" }}>
          <Table width="100%" style={{ maxWidth: 600, backgroundColor: colours.paper, borderRadius: 6 }}>
            <Band padding="28px 48px 0">
              <Wordmark name={siteName} />
            </Band>
            {children}
          </Table>
          <p style={{ margin: "20px 0 0", font: sans("400", 14, 22), color: colours.footer, textAlign: "center" }}>
            {because}
            {unsubscribeUrl && (
              <>
                <br />
                <a href={unsubscribeUrl} target="_blank" rel="noopener" style={{ color: colours.footer }}>
                  Unsubscribe from announcements
                </a>
              </>
            )}
          </p>
        </div>
      </Body>
    </Html>
  );
}

const ring = {
  display: "inline-block",
  width: 18,
  height: 18,
  margin: "-3px 10px 0 0",
  border: `2px solid ${colours.ink}`,
  borderRadius: "50%",
  fontSize: 0,
  lineHeight: 0,
  verticalAlign: "middle",
} as const;
const core = {
  display: "block",
  width: 8,
  height: 8,
  margin: "8px auto 0",
  borderRadius: "50%",
  backgroundColor: colours.clay,
} as const;

/** The mark is drawn with borders, because many clients show no picture until they are asked to. */
function Wordmark({ name }: { name: string }) {
  return (
    <div style={{ font: serif("500", 22, 28), letterSpacing: "-0.3px", color: colours.ink }}>
      <span aria-hidden="true" data-skip-in-text="true" style={ring}>
        <span style={core}>&nbsp;</span>
      </span>
      {name}
    </div>
  );
}
