import { useState } from "react";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { TextField } from "~/ui/fields";

type OpenedForm = { version: string; formKey: string };
type ChangeFieldsProps = { opened: OpenedForm; refused: RefusedForm | undefined };

/** Holds what tells a change of a pass from a repeated or an outdated one. */
export function ChangeKeys({ opened, refused }: ChangeFieldsProps) {
  // Kept from the first render: data that is loaded again while the admin types is not what they saw.
  const [{ version, formKey }] = useState(opened);
  return (
    <>
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <input type="hidden" name="version" value={typedIn(refused, "version") ?? version} />
    </>
  );
}

/** Asks for the reason of a change, which its holder reads. */
export const SharedReasonField = ({ refused }: Pick<ChangeFieldsProps, "refused">) => (
  <TextField
    label="Reason"
    hint="The holder reads it: in the email about this change and with their pass. It is in the audit log, too."
    id="reason"
    name="reason"
    maxLength={300}
    required
    defaultValue={typedIn(refused, "reason")}
    error={refused?.reply.error?.reason?.[0]}
  />
);
