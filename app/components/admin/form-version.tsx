import { useState } from "react";
import type { RefusedForm } from "~/lib/refused-form";
import { ConflictNotice } from "./conflict-notice";

type FormVersionProps = {
  /** Names what is saved now. */
  version: string | number;
  refused: RefusedForm | undefined;
  /** What is edited, as in "this session". */
  what: string;
  /** Where the form is filled anew. */
  again: string;
};

/**
 * Says with the form what it was filled with. Where somebody else has saved since, it shows what that was, and the form
 * says from then on that it is known.
 */
export function FormVersion({ version, refused, what, again }: FormVersionProps) {
  // What is loaded anew while she types must not pass for what she began with.
  const [opened] = useState(version);
  const conflict = refused?.conflict;
  const sent: unknown = refused?.reply.initialValue?.version;
  const seen = conflict?.version ?? (typeof sent === "string" ? sent : opened);
  return (
    <>
      <input type="hidden" name="version" value={seen} />
      {conflict && <ConflictNotice conflict={conflict} what={what} again={again} />}
    </>
  );
}
