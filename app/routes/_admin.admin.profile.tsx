import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey, FileForm } from "~/features/admin/form-version";
import { type ChosenFile, UploadField } from "~/features/admin/library/upload-field";
import { conflictOf } from "~/lib/forms/conflict";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readUpload, refuse } from "~/server/form.server";
import { profilePageForm } from "~/server/schemas.server";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/profile";

export const meta = privateMeta("Your profile");

export const loader = (args: LoaderFunctionArgs) => {
  const api = adminApi(args);
  return load(api.site.profileForm());
};

const labels = {
  name: "Name",
  line: "In one line",
  text: "About you",
  credentials: "Credentials",
  languages: "Languages",
};

export async function action(args: ActionFunctionArgs) {
  const { site } = adminApi(args);
  const { fields, files } = await readUpload(args, { portrait: "portrait" });
  const portrait = files.get("portrait");
  if (portrait?.ok) fields.set("portraitId", portrait.file.id);
  const submission = parseForm(fields, profilePageForm);
  const refuseKeepingFile = async (refusal: Parameters<typeof refuse>[1]) => {
    const refused = refuse(submission, refusal);
    const id = z.uuid().safeParse(fields.get("portraitId")).data;
    const kept = id ? await load(apiFor(args).recordings.library.files({ ids: [id] })) : [];
    return data({ ...refused.data, files: kept }, refused.init ?? {});
  };
  if (portrait && !portrait.ok) {
    const toast = errorToast(`Upload failed: ${portrait.message}`);
    return refuseKeepingFile({ status: 422, toast, errors: { portrait: [portrait.message] } });
  }
  if (submission.status !== "success") return refuseKeepingFile({ status: 422 });
  const saved = await attemptLogged(args, site.saveProfile(submission.value));
  if (saved.ok) return redirectWithToast(args, path, successToast("Profile saved"));
  if (saved.code === "changed_meanwhile") {
    const conflict = conflictOf(labels, await load(site.profileForm()), submission.payload);
    return refuseKeepingFile({ ...saved, conflict });
  }
  const errors: Record<string, string[]> = saved.field ? { [saved.field]: [saved.message] } : {};
  return refuseKeepingFile({ ...saved, toast: errorToast("Failed to save the profile", saved.message), errors });
}

export default function ProfilePage() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <PageHead
        title="Your profile"
        lede="Shown on the home page. Your name is also on the pages of sessions and in emails."
      />
      <ProfileForm key={`${loaded.version}${loaded.portrait}${conflictKey(refused)}`} {...loaded} refused={refused} />
    </>
  );
}

type ProfileFormProps = Awaited<ReturnType<typeof loader>> & {
  refused: (RefusedForm & { files?: ChosenFile[] }) | undefined;
};

function ProfileForm({ values, version, portrait, refused }: ProfileFormProps) {
  const [form, fields] = useForm<typeof values & { removesPortrait: string }>({
    id: "profile",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(path) || isUploading;
  return (
    <FileForm
      {...getFormProps(form)}
      isBusy={isBusy}
      version={version}
      values={values}
      refused={refused}
      action={path}
      what="the profile"
      failure={{ title: "Failed to save the profile" }}
    >
      <TextField label={labels.name} field={fields.name} autoComplete="name" required hint="As in “With Clara”." />
      <TextField label={labels.line} field={fields.line} autoComplete="off" />
      <TextAreaField
        label={labels.text}
        field={fields.text}
        rows={8}
        hint="A few paragraphs; an empty line begins a new one."
      />
      <TextAreaField label={labels.credentials} field={fields.credentials} rows={4} hint="One in each line." />
      <TextField label={labels.languages} field={fields.languages} autoComplete="off" hint="English, Italian" />
      {portrait && (
        <>
          <img className="size-24 rounded-round object-cover" src={portrait} alt="Your portrait" />
          <CheckField label="Remove the portrait" field={fields.removesPortrait} />
        </>
      )}
      <UploadField
        label={portrait ? "Another portrait (optional)" : "Portrait (optional)"}
        name="portrait"
        kind="portrait"
        accept=".jpg,.jpeg,.png,.webp,.avif,.gif"
        hint="JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. It is cut to a square, and where it was taken is removed."
        file={refused?.files?.[0] ?? null}
        error={form.allErrors.portrait?.[0]}
        failureOf={(message) => `Upload failed: ${message}`}
        onUnderWay={setUploading}
      />
      <SubmitButton className="justify-self-start" isBusy={isBusy}>
        Save profile
      </SubmitButton>
    </FileForm>
  );
}

export { AdminErrorScreen as ErrorBoundary };
