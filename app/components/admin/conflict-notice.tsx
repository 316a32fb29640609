import { Link } from "@remix-run/react";
import type { Conflict } from "~/lib/conflict";
import { Icon } from "../icon";

type ConflictNoticeProps = { conflict: Conflict; what: string; again: string };

/** Two have edited the same thing: what the first one saved, before the second saves hers. */
export function ConflictNotice({ conflict, what, again }: ConflictNoticeProps) {
  return (
    <section className="notice notice--yellow conflict" role="alert" aria-label="Changed meanwhile">
      <Icon name="information" />
      <div className="grid gap-3">
        <p>
          <b className="block font-semibold">
            {conflict.by ?? "Somebody"} changed {what} while you were editing it
            {conflict.at && ` (${conflict.at})`}.
          </b>{" "}
          Nothing of yours is saved yet. Look at what was changed: what you typed stands below, and saving it again
          replaces what is saved now.
        </p>
        {conflict.fields.length > 0 && (
          <table className="conflict__table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Saved meanwhile</th>
                <th scope="col">You have typed</th>
              </tr>
            </thead>
            <tbody>
              {conflict.fields.map(({ label, saved, typed }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{saved || "Empty"}</td>
                  <td>{typed === saved ? "The same" : typed || "Empty"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>
          <Link to={again} reloadDocument>
            Drop what I typed and start from what is saved
          </Link>
        </p>
      </div>
    </section>
  );
}
