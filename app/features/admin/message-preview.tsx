import { type ReactNode, useEffect, useRef } from "react";

type Preview = { key: string; subject: string; html: string };

type MessagePreviewProps = {
  preview: Preview;
  /** Who gets it, and what each of them sees. */
  children: ReactNode;
};

/** Shows a mail as it is sent. The form that contains it sends only this message: `agreed` is its key. */
export function MessagePreview({ preview, children }: MessagePreviewProps) {
  const { key, subject, html } = preview;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), [preview]);
  return (
    <section
      ref={section}
      className="-mx-3 grid gap-3 rounded-paper border border-line bg-field p-3 wrap-anywhere outline-none md:mx-0 md:p-5"
      aria-labelledby="preview"
      tabIndex={-1}
    >
      <input type="hidden" name="agreed" value={key} />
      <h2 className="text-small font-semibold text-ink-quiet" id="preview">
        This is what they get
      </h2>
      <p className="text-subtitle font-display">{subject}</p>
      {/* No scripts, no forms, no access to the site; a link opens a new tab. */}
      <iframe
        className="h-[60vh] min-h-96 w-full rounded-field border border-line bg-paper-hover"
        srcDoc={html}
        title={`The email: ${subject}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <p className="text-small leading-small text-ink-soft">
        {children} To change anything, edit it above and preview it again.
      </p>
    </section>
  );
}

export const recipientsText = (count: number) => (count === 1 ? "It goes to 1 person." : `It goes to ${count} people.`);

export const sendLabel = (count: number) => (count === 1 ? "Send to 1 person" : `Send to ${count} people`);
