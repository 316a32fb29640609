import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Conflict } from "~/lib/forms/conflict";
import { Icon } from "../../ui/icon";

type ConflictNoticeProps = { conflict: Conflict; what: string; again: string };

/** Two have edited the same thing: what the first one saved, before the second saves hers. It has the focus. */
export function ConflictNotice({ conflict, what, again }: ConflictNoticeProps) {
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
