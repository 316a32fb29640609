import { useState } from "react";
import { seenOf } from "~/lib/forms/conflict";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { ConflictNotice } from "./conflict-notice";

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
