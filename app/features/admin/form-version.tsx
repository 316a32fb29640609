import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type Conflict, seenOf } from "~/lib/forms/conflict";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { Icon } from "~/ui/icon";

type FormVersionProps = {
  /** Names what is saved now. */
  version: string | number;
  /** What is saved now, as the form is filled with it. */
  values: Record<string, unknown>;
  refused: RefusedForm | undefined;
  /** What is edited, as in "this session". */
  what: string;
  /** Where the form is filled anew. */
  again: string;
};

/**
 * Says with the form what it was filled with. Where somebody else has saved since, it shows what that was. A form with
 * it is made anew for each `conflictKey`.
 */
export function FormVersion({ version, values, refused, what, again }: FormVersionProps) {
  // What is loaded anew while she types must not pass for what she began with.
  const [opened] = useState({ version: String(version), seen: seenOf(values) });
  const sent: Record<string, unknown> = refused?.reply.initialValue ?? {};
  const valueOf = (name: "version" | "seen") => {
    const value = sent[name];
    return typeof value === "string" ? value : opened[name];
  };
  return (
    <>
      <input type="hidden" name="version" value={valueOf("version")} />
      <input type="hidden" name="seen" value={valueOf("seen")} />
      {refused?.conflict && <ConflictNotice conflict={refused.conflict} what={what} again={again} />}
    </>
  );
}

/** Another one as soon as a conflict has put the form together anew. */
export const conflictKey = (refused: RefusedForm | undefined): string => refused?.conflict?.version ?? "opened";

type ConflictNoticeProps = { conflict: Conflict; what: string; again: string };

/** Two have edited the same thing: what the first one saved, before the second saves hers. It has the focus. */
function ConflictNotice({ conflict, what, again }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    // Who has gone on typing before the script came stays where she is.
    if (!document.activeElement?.matches("input, textarea, select")) notice.current?.focus();
  }, [conflict]);
  const hasClash = conflict.fields.some(({ typed }) => typed !== null);
  return (
    <section
      ref={notice}
      className="notice notice--yellow conflict"
      aria-label="Changed meanwhile"
      aria-describedby="conflict-said"
      tabIndex={-1}
    >
      <Icon name="information" />
      <div className="grid gap-3">
        <p id="conflict-said">
          <b className="block font-semibold">
            {conflict.by ?? "Somebody"} changed {what} while you were editing it
            {conflict.at && ` (${conflict.at})`}.
          </b>{" "}
          Nothing of yours is saved yet.{" "}
          {hasClash
            ? "Where both of you have typed, saving again replaces what is saved now by what you typed."
            : "What was saved meanwhile is in the form now, beside what you typed: save again to keep both."}
        </p>
        {conflict.fields.length > 0 && <Changes fields={conflict.fields} />}
        <p>
          <Link to={again} reloadDocument>
            Drop what I typed and start from what is saved
          </Link>
        </p>
      </div>
    </section>
  );
}

const Changes = ({ fields }: Pick<Conflict, "fields">) => (
  <dl className="conflict__changes">
    {fields.map(({ label, saved, typed }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <span className="conflict__whose">Saved meanwhile</span>
          {saved || "Empty"}
        </dd>
        {typed !== null && (
          <dd>
            <span className="conflict__whose">You have typed</span>
            {typed === saved ? "The same" : typed || "Empty"}
          </dd>
        )}
      </div>
    ))}
  </dl>
);
