import { Body, Head, Html, Preview } from "@react-email/components";
import type { ReactElement, ReactNode } from "react";
import { ContactClosing } from "./action";
import { Facts, Lines } from "./facts";
import { AccentProvider, Band, colours, darkTheme, narrowScreens, sans, serif, Table, useColours } from "./layout";
import type { SessionFacts, Site } from "./props";

/** A mail of its props, which are stored until it is sent. The example looks real. */
export type Template<Props> = {
  subject: (props: Props) => string;
  letter: (props: Props) => ReactElement;
  example: Props;
};

/** Makes a letter a document, with the site's colours. */
export const MailDocument = ({ site, title, children }: { site: Site; title: string; children: ReactNode }) => (
  <AccentProvider site={site}>
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{narrowScreens}</style>
        <style>{darkTheme(site)}</style>
      </Head>
      {children}
    </Html>
  </AccentProvider>
);

export type LetterProps = {
  site: Site;
  /** Names the letter to screen readers. */
  label: string;
  preview: string;
  /** Completes "You are receiving this because". */
  because: string;
  /** The second part is emphasized. */
  headline: string | [string, string];
  /** Whom to greet before the text, and how: "Hello", unless it says otherwise. */
  firstName?: string;
  greeting?: string;
  text?: string;
  /** The paragraphs that follow the text. */
  paragraphs?: string[];
  session?: SessionFacts | null;
  /** The button. */
  action?: ReactNode;
  /** The last words, which lead to the instructor unless they say otherwise. */
  closing?: ReactNode;
  unsubscribeUrl?: string | undefined;
  /** What ends by the link: all announcements, unless it says otherwise. */
  unsubscribeLabel?: string;
  /** The facts. */
  children?: ReactNode;
};

/** Lays out a letter. Templates pass on their own props and add their sentences and facts. */
export const Letter = ({
  site,
  label,
  preview,
  session,
  unsubscribeLabel = "Unsubscribe from announcements",
  ...props
}: LetterProps) => (
  <Body style={{ margin: 0, padding: "32px 12px", backgroundColor: colours.page, textAlign: "center" }}>
    <Preview>{preview}</Preview>
    <div role="main" aria-label={label} style={{ maxWidth: 600, margin: "0 auto", textAlign: "left" }}>
      <Table width="100%" style={{ maxWidth: 600, backgroundColor: colours.paper, borderRadius: 6 }}>
        <Band padding="28px 48px 0">
          {site.look?.logo ? <Logo name={site.name} address={site.look.logo} /> : <Wordmark name={site.name} />}
        </Band>
        <Opening {...props} />
        {session && <SessionCard session={session} instructor={site.instructor} />}
        {props.children && <Facts>{props.children}</Facts>}
        {props.action}
        {props.closing ?? <ContactClosing site={site} />}
      </Table>
      <p style={{ margin: "20px 0 0", font: sans("400", 14, 22), color: colours.footer, textAlign: "center" }}>
        {`You are receiving this because ${props.because}`}
        {props.unsubscribeUrl && <FooterLink url={props.unsubscribeUrl} label={unsubscribeLabel} />}
        {site.legal?.map((page) => (
          <FooterLink key={page.url} {...page} />
        ))}
      </p>
    </div>
  </Body>
);

const FooterLink = ({ url, label }: { url: string; label: string }) => (
  <>
    <br />
    <a href={url} target="_blank" rel="noopener" style={{ color: colours.footer }}>
      {label}
    </a>
  </>
);

/** Plain text has the date in the facts instead. */
function SessionCard({ session, instructor }: { session: SessionFacts; instructor?: string | undefined }) {
  const { day, month, year } = session.date;
  const { deepClay } = useColours();
  return (
    <Band padding="32px 48px 0">
      <Table width="100%" style={{ backgroundColor: colours.sage, borderRadius: 6 }}>
        <tr>
          <td
            width="132"
            align="center"
            data-skip-in-text="true"
            style={{ padding: "24px 0 22px", borderRight: `1px solid ${colours.sageLine}` }}
          >
            <div style={{ font: serif("400", 68, 64), letterSpacing: "-2px", color: colours.ink }}>{day}</div>
            <div style={{ marginTop: 6, font: sans("600", 15, 20), color: colours.ink }}>
              {month} <span style={{ fontWeight: 400, color: colours.soft }}>{year}</span>
            </div>
          </td>
          <td style={{ padding: "22px 24px" }}>
            {session.category && (
              <div style={{ font: serif("italic 400", 17, 22), color: deepClay }}>{session.category}</div>
            )}
            <div style={{ marginTop: 2, font: serif("400", 25, 31), color: colours.ink }}>{session.title}</div>
            {instructor && (
              <div style={{ marginTop: 4, font: sans("400", 15, 22), color: colours.soft }}>{`With ${instructor}`}</div>
            )}
          </td>
        </tr>
      </Table>
    </Band>
  );
}

/** Omits a name that could carry a link or a message, because the address may be a stranger's. */
function greet(words: string, firstName: string): string {
  const name = firstName.trim();
  const isPlain = name.length > 0 && name.length <= 40 && !/[\p{Cc}\p{Zl}\p{Zp}:/\\@<>：／＠]|\S[.。．｡]\S/u.test(name);
  return isPlain ? `${words}, ${name}.` : `${words}.`;
}

type OpeningProps = Pick<LetterProps, "headline" | "firstName" | "greeting" | "text" | "paragraphs">;

function Opening({ headline, firstName, greeting = "Hello", text, paragraphs }: OpeningProps) {
  const [plain, emphasized] = typeof headline === "string" ? [headline] : headline;
  const sentences = [firstName !== undefined && greet(greeting, firstName), text];
  return (
    <>
      <Band padding="44px 48px 0">
        <h1 className="h1" style={{ margin: 0, font: serif("400", 44, 48), letterSpacing: "-1px", color: colours.ink }}>
          {plain}
          {emphasized && " "}
          {emphasized && <em>{emphasized}</em>}
        </h1>
        <p style={{ margin: "18px 0 0", font: sans("400", 17, 27), color: colours.soft }}>
          {sentences.filter(Boolean).join(" ")}
        </p>
      </Band>
      {paragraphs && (
        <Band padding="0 48px 0">
          {paragraphs.map((paragraph, index) => (
            <p key={index} style={{ margin: "14px 0 0", font: sans("400", 17, 27), color: colours.soft }}>
              <Lines lines={paragraph.split("\n")} />
            </p>
          ))}
        </Band>
      )}
    </>
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
const core = { display: "block", width: 8, height: 8, margin: "8px auto 0", borderRadius: "50%" } as const;

/** The look on paper, in the dark theme too, whose rules do not match this spelling. */
const logoStyle = {
  maxWidth: 240,
  maxHeight: 48,
  padding: 4,
  borderRadius: 4,
  backgroundColor: "rgb(252,249,243)",
  font: serif("500", 22, 28),
  color: "rgb(20,48,43)",
} as const;

/** Height alone, because the address shows a later logo too, whose shape may differ. */
const Logo = ({ name, address }: { name: string; address: string }) => (
  <img src={address} alt={name} height="48" style={logoStyle} />
);

/** Drawn with borders, because many clients block pictures. */
function Wordmark({ name }: { name: string }) {
  const { clay } = useColours();
  return (
    <div style={{ font: serif("500", 22, 28), letterSpacing: "-0.3px", color: colours.ink }}>
      <span aria-hidden="true" data-skip-in-text="true" style={ring}>
        <span style={{ ...core, backgroundColor: clay }}>&nbsp;</span>
      </span>
      {name}
    </div>
  );
}
