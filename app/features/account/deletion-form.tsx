import { Link } from "@remix-run/react";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { OwnerForm } from "./owner-form";
import { SubmitButton } from "../../ui/submit-button";

type DeletionFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  /** Not after a mailed link of the last minutes. */
  needsPassword: boolean;
  backTo: string;
};

/** The last question before an account is gone. */
export function DeletionForm({ action, refused, needsPassword, backTo }: DeletionFormProps) {
  return (
    <OwnerForm
      id="delete"
      className="fields max-w-112"
      action={action}
      refused={refused}
      failure={{ title: "Error", text: "Failed to delete your account. Please try again." }}
      check={needsPassword ? "password" : "none"}
    >
      {(field, isBusy) => (
        <>
          {field}
          <div className="flex flex-wrap gap-3">
            <SubmitButton className="btn--danger" isBusy={isBusy}>
              Delete my account for good
            </SubmitButton>
            <Link className="btn btn--quiet" to={backTo}>
              Keep it
            </Link>
          </div>
        </>
      )}
    </OwnerForm>
  );
}
