import { getFormProps, useForm } from "@conform-to/react";
import type { OpenedCaptions } from "@server/selling/recordings/library/schemas";
import { captionsPath } from "~/features/admin/admin-paths";
import { FilesLink } from "~/features/admin/files/files-link";
import { FileForm } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { TextAreaField } from "~/ui/fields";
import { Notice } from "~/ui/notice";
import { SubmitButton } from "~/ui/post-form";

type CaptionsFormProps = { back: string; captions: OpenedCaptions; refused: RefusedForm | undefined };

const hint =
  "A WebVTT text: the times of each caption, what is said below them, and an empty line before the next one. " +
  "00:00:04.000 --> 00:00:08.500 shows a caption from second 4 to second 8.5.";

/** Corrects captions in one language. Posted like a form with files, because a text may be as long as a file. */
export function CaptionsForm({ back, captions, refused }: CaptionsFormProps) {
  const { language, text, notes, version } = captions;
  const values = { text };
  const [form, fields] = useForm<typeof values>({ id: "captions", lastResult: refused?.reply, defaultValue: values });
  const action = captionsPath(back, language);
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <FileForm
      {...getFormProps(form)}
      action={action}
      isBusy={isBusy}
      version={version}
      values={values}
      refused={refused}
      what="these captions"
      failure={{ title: "Failed to save the captions" }}
    >
      {notes.length > 0 && (
        <Notice kind="information" isAnnounced={false}>
          When the file was uploaded, this was guessed or left out: {notes.join(" ")}
        </Notice>
      )}
      <TextAreaField label="Captions" hint={hint} field={fields.text} rows={20} />
      <FilesLink kind="captions" />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save captions</SubmitButton>
        <ButtonLink kind="quiet" to={back}>
          Cancel
        </ButtonLink>
      </div>
    </FileForm>
  );
}
