import type { ReactNode } from "react";
import type { Site } from "./props";
import { Band, colours, sans, Table, useColours } from "./layout";

type ActionProps = { href: string; label: string; note?: string | undefined };

export function Action({ href, label, note }: ActionProps) {
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

export const ScheduleAction = ({ site, note }: { site: Site; note?: string }) => (
  <Action href={site.url} label="See the schedule" note={note} />
);

export const Closing = ({ text, href, label }: { text: string; href: string; label: string }) => (
  <ClosingText text={text}>
    <br />
    <ClosingLink href={href} label={label} />
  </ClosingText>
);

type ContactClosingProps = { site: Site; text?: string };

export const ContactClosing = ({ site, text = "Something wrong? Write to me." }: ContactClosingProps) => (
  <Closing text={text} href={site.contactUrl} label="Contact me" />
);

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

export function ClosingLink({ href, label }: { href: string; label: string }) {
  const link = { display: "inline-block", padding: "10px 0", color: useColours().clay, fontWeight: 600 } as const;
  return (
    <a href={href} target="_blank" rel="noopener" style={link}>
      {label}
    </a>
  );
}
