import type { ReactNode } from "react";
import type { Site } from "./props";
import { Band, colours, sans, Table, useColours } from "./layout";

export function Action({ href, label, note }: { href: string; label: string; note?: string }) {
  const { pine, onPine } = useColours();
  const button = {
    display: "inline-block",
    padding: "15px 34px",
    font: sans("600", 17, 20),
    color: onPine,
    textDecoration: "none",
  } as const;
  return (
    <Band padding="28px 48px 0">
      <Table className="btn">
        <tr>
          <td align="center" style={{ backgroundColor: pine, borderRadius: 999 }}>
            <a href={href} target="_blank" rel="noopener" style={button}>
              {label}
            </a>
          </td>
        </tr>
      </Table>
      {note && <p style={{ margin: "16px 0 0", font: sans("400", 15, 24), color: colours.quiet }}>{note}</p>}
    </Band>
  );
}

const notMeNote = "Ask for a link and choose a new password straight away.";

export function NotMe({ resetUrl, note = notMeNote }: { resetUrl: string; note?: string }) {
  return <Action href={resetUrl} label="Wasn’t you?" note={note} />;
}

type WayInProps = {
  isOnline: boolean;
  joinUrl: string | null;
  bookingUrl: string;
};

export function WayIn({ isOnline, joinUrl, bookingUrl }: WayInProps) {
  if (joinUrl) {
    return <Action href={joinUrl} label="Join the session" note="The room opens 10 minutes before we start." />;
  }
  const note = isOnline ? "I’ll send you the joining link before we start." : "Doors open 10 minutes before we start.";
  return <Action href={bookingUrl} label="View your booking" note={note} />;
}

export function Closing({ text, href, label }: { text: string; href: string; label: string }) {
  return (
    <ClosingText text={text}>
      <br />
      <ClosingLink href={href} label={label} />
    </ClosingText>
  );
}

type ContactClosingProps = { site: Site; text?: string };

export function ContactClosing({ site, text = "Something wrong? Write to me." }: ContactClosingProps) {
  return <Closing text={text} href={site.contactUrl} label="Contact me" />;
}

type WaitlistLinksProps = { text: string; href: string; labels: string[] };

/** All links lead to the entry's page, where buttons act: mail scanners open links. */
export function WaitlistLinks({ text, href, labels }: WaitlistLinksProps) {
  return (
    <ClosingText text={text}>
      {labels.map((label) => (
        <span key={label}>
          <br />
          <ClosingLink href={href} label={label} />
        </span>
      ))}
    </ClosingText>
  );
}

export function ClosingText({ text, children }: { text: string; children?: ReactNode }) {
  const paragraph = {
    margin: 0,
    paddingTop: 20,
    borderTop: `1px solid ${colours.line}`,
    font: sans("400", 15, 24),
    color: colours.soft,
  } as const;
  return (
    <Band padding="36px 48px 24px">
      <p style={paragraph}>
        {text}
        {children}
      </p>
    </Band>
  );
}

function ClosingLink({ href, label }: { href: string; label: string }) {
  const link = { display: "inline-block", padding: "10px 0", color: useColours().clay, fontWeight: 600 } as const;
  return (
    <a href={href} target="_blank" rel="noopener" style={link}>
      {label}
    </a>
  );
}
