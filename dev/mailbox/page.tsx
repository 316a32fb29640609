import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A mail that was sent, as the mailbox shows it. */
export type SentMail = { id: string; to: string; subject: string; html: string; text: string; createdAt: Date };

/** `base` is the mailbox's own address; `staysHere`: no mail service is set up, so nothing is really sent. */
type Site = { base: string; siteName: string; timeZone: string; staysHere: boolean };

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

/** `attachments` are the names of the files that came along, in their order. */
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
        {attachments.map((filename, index) => (
          <dd key={index}>
            <a href={`${base}/${mail.id}/attachments/${index}`}>{filename}</a>
          </dd>
        ))}
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
