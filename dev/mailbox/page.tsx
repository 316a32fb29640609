import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

export type SentMail = { id: string; to: string; subject: string; html: string; text: string; createdAt: Date };

type Site = { base: string; siteName: string; timeZone: string };

export function mailboxListPage(props: Site & { mails: SentMail[]; to: string | null }): string {
  const { mails, to, base, siteName, timeZone } = props;
  return page(
    { title: `Mailbox — ${siteName}`, base },
    <>
      <h1>Mailbox</h1>
      <p className="lede">
        {to ? `Every mail to ${to}, the newest first.` : "Every mail that this demo has sent, the newest first."}{" "}
        Nothing leaves this machine.
      </p>
      <ul className="ways">
        <li>
          <a href={to ? `${base}?${new URLSearchParams({ to })}` : base}>Look again</a>
        </li>
        {to && (
          <li>
            <a href={base}>Show every mail</a>
          </li>
        )}
        <li>
          <a href="/">Back to the site</a>
        </li>
      </ul>
      {mails.length === 0 ? (
        <p className="empty">No mail yet. Book a session, and its confirmation will arrive here.</p>
      ) : (
        <ul className="mails">
          {mails.map((mail) => (
            <li key={mail.id}>
              <a href={`${base}/${mail.id}`}>{mail.subject}</a>
              <span>{mail.to}</span>
              <Time instant={mail.createdAt} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </>,
  );
}

export function mailboxMailPage(props: Site & { mail: SentMail; attachments: string[] }): string {
  const { mail, attachments, base, siteName, timeZone } = props;
  return page(
    { title: `${mail.subject} — Mailbox — ${siteName}`, base },
    <>
      <a className="back" href={base}>
        Back to the mailbox
      </a>
      <h1>{mail.subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>
          <a href={`${base}?${new URLSearchParams({ to: mail.to })}`}>{mail.to}</a>
        </dd>
        <dt>Date</dt>
        <dd>
          <Time instant={mail.createdAt} timeZone={timeZone} />
        </dd>
        {attachments.length > 0 && <dt>Attached</dt>}
        {attachments.length > 0 && (
          <dd>
            {attachments.map((filename, index) => (
              <div key={index}>
                <a href={`${base}/${mail.id}/attachments/${index}`}>{filename}</a>
              </div>
            ))}
          </dd>
        )}
      </dl>
      <h2 id="letter">The letter</h2>
      {/* No scripts, no forms, no access to the site; a link opens a new tab. */}
      <iframe
        src={`${base}/${mail.id}.html`}
        title={`The letter: ${mail.subject}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <h2 id="plain">As plain text</h2>
      <pre tabIndex={0} role="region" aria-labelledby="plain">
        {mail.text}
      </pre>
    </>,
  );
}

export function mailboxNotFoundPage({ base, siteName }: Site): string {
  return page(
    { title: `No such mail — ${siteName}`, base },
    <>
      <h1>No such mail</h1>
      <p className="lede">There is no mail at this address.</p>
      <a className="back" href={base}>
        Back to the mailbox
      </a>
    </>,
  );
}

function page({ title, base }: { title: string; base: string }, children: ReactNode): string {
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={`${base}.css`} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

function Time({ instant, timeZone }: { instant: Date; timeZone: string }) {
  const shown = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone });
  return <time dateTime={instant.toISOString()}>{shown.format(instant)}</time>;
}

export const mailboxStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f0e6; color: #14302b; font: 400 1.0625rem/1.6 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.75rem) clamp(1rem, 4.7vw, 3.75rem) 5rem; }
h1 { margin: 0; font: 400 clamp(2rem, 1.5rem + 2.6vw, 3.25rem)/1.08 Georgia, "Iowan Old Style", serif; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.75rem; font: 400 1.5rem/1.22 Georgia, "Iowan Old Style", serif; }
a { color: #9e4526; text-underline-offset: 0.18em; }
a:hover { color: #7c3319; }
a:focus-visible, iframe:focus-visible, pre:focus-visible { outline: 2px solid #9e4526; outline-offset: 3px; border-radius: 2px; }
.lede { max-width: 40rem; margin: 1rem 0 0; color: #3c524b; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.ways a, .back { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }
.mails { margin: 2rem 0 0; padding: 0; list-style: none; border-bottom: 1px solid #d9cfbc; }
.mails li { position: relative; display: grid; gap: 0 1.5rem; padding: 1.125rem 0; border-top: 1px solid #d9cfbc; }
.mails a { font: 400 1.25rem/1.28 Georgia, "Iowan Old Style", serif; color: #14302b; text-decoration: none; overflow-wrap: anywhere; }
.mails a::after { content: ""; position: absolute; inset: 0; }
.mails a:hover { color: #9e4526; text-decoration: underline; }
.mails span, .mails time { color: #586860; font-size: 0.9375rem; overflow-wrap: anywhere; }
@media (min-width: 48rem) {
  .mails li { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto; align-items: baseline; }
}
.empty { margin: 2rem 0 0; padding: 2rem 0; border-block: 1px solid #d9cfbc; color: #3c524b; }
dl { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.25rem 1rem; margin: 1.5rem 0 0; }
dt { color: #586860; }
dd { margin: 0; overflow-wrap: anywhere; }
dt, dd a { display: inline-block; padding-block: 0.625rem; }
iframe { display: block; width: 100%; height: 84rem; border: 1px solid #d9cfbc; border-radius: 0.375rem; background: #eae2d2; }
pre { margin: 0; padding: 1.25rem 1.5rem; background: #fcf9f3; border: 1px solid #d9cfbc; border-radius: 0.375rem; font: 400 0.9375rem/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 48rem) { iframe { height: 72rem; } }
`;
