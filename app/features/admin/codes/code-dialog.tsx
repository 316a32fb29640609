import { useLocation } from "@remix-run/react";
import { useIsPosting } from "~/lib/hooks/is-posting";
import { codesPath } from "~/features/admin/library/library";
import { useToast } from "~/lib/toast";
import { ModalDialog } from "../../../ui/dialog";
import { conflictKey } from "../form-version";
import { CodeForm, type CodeFormProps } from "./code-form";

type CodeDialogProps = Pick<CodeFormProps, "code" | "formKey" | "refused"> & { title: string; returnFocusTo: string };

/** A discount code's form, over the list of all. */
export function CodeDialog({ title, returnFocusTo, ...form }: CodeDialogProps) {
  const { pathname, search } = useLocation();
  const back = codesPath + search;
  const action = pathname + search;
  const isBusy = useIsPosting(action);
  useToast(form.refused);
  return (
    <ModalDialog title={title} closeTo={back} returnFocusTo={returnFocusTo} isBusy={isBusy}>
      <CodeForm key={conflictKey(form.refused)} {...form} action={action} back={back} isBusy={isBusy} />
    </ModalDialog>
  );
}
