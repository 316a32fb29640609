import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey, FormVersion } from "~/features/admin/form-version";
import { type ChosenFile, UploadField } from "~/features/admin/library/upload-field";
import { AccentField, chosenAccent } from "~/features/admin/look/accent-field";
import { conflictOf } from "~/lib/forms/conflict";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readUpload, refuse } from "~/server/form.server";
import { lookPageForm } from "~/server/schemas.server";
import { CheckField } from "~/ui/fields";
import { PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/look";

export const meta = privateMeta("Look");

export const loader = (args: LoaderFunctionArgs) => {
  const api = adminApi(args);
  return load(api.site.lookForm());
};

const pictures = { logo: "logo", share: "share" } as const;

type Picture = keyof typeof pictures;

export async function action(args: ActionFunctionArgs) {
  const { site } = adminApi(args);
  const { fields, files } = await readUpload(args, pictures);
  const errors: Record<string, string[]> = {};
  for (const [name, file] of files) {
    if (file.ok) fields.set(`${name}Id`, file.file.id);
    else errors[name] = [file.message];
  }
  const submission = parseForm(fields, lookPageForm);
  const refuseKeepingFiles = async (refusal: Parameters<typeof refuse>[1]) => {
    const refused = refuse(submission, refusal);
    const ids = (["logoId", "shareId"] as const).map((name) => z.uuid().safeParse(fields.get(name)).data);
    const known = await load(apiFor(args).recordings.library.files({ ids: ids.filter((id) => id !== undefined) }));
    const [logo, share] = ids.map((id) => known.find((file) => file.id === id) ?? null);
    return data({ ...refused.data, files: { logo, share } }, refused.init ?? {});
  };
  const [failure] = Object.values(errors).flat();
  if (failure !== undefined) {
    return refuseKeepingFiles({ status: 422, toast: errorToast(`Upload failed: ${failure}`), errors });
  }
  if (submission.status !== "success") return refuseKeepingFiles({ status: 422 });
  const { picked, shown, accent, ...rest } = submission.value;
  const saved = await attemptLogged(args, site.saveLook({ ...rest, accent: chosenAccent({ accent, picked, shown }) }));
  if (saved.ok) return redirectWithToast(args, path, successToast("Look saved"));
  if (saved.code === "changed_meanwhile") {
    const conflict = conflictOf({ accent: "Accent colour" }, await load(site.lookForm()), submission.payload);
    return refuseKeepingFiles({ ...saved, conflict });
  }
  if (saved.field) return refuseKeepingFiles({ ...saved, errors: { [saved.field]: [saved.message] } });
  return refuseKeepingFiles({ ...saved, toast: errorToast("Failed to save the look", saved.message) });
}

export default function LookPage() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <PageHead title="Look" lede="Your logo, your colour and the picture shown where your pages are shared." />
      <LookForm
        key={`${loaded.version}${loaded.logo?.path}${loaded.share}${conflictKey(refused)}`}
        {...loaded}
        refused={refused}
      />
    </>
  );
}

type LookFormProps = Awaited<ReturnType<typeof loader>> & {
  refused: (RefusedForm & { files?: Partial<Record<Picture, ChosenFile | null>> }) | undefined;
};

function LookForm({ values, version, logo, share, refused }: LookFormProps) {
  const [form, fields] = useForm<typeof values & { removesLogo: string; removesShare: string }>({
    id: "look",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const name = useSite()?.name ?? "Breathroom";
  const [underWay, setUnderWay] = useState<Partial<Record<Picture, boolean>>>({});
  const isBusy = useIsPosting(path) || Object.values(underWay).some(Boolean);
  const upload = (picture: Picture) => ({
    name: picture,
    kind: pictures[picture],
    accept: ".png,.jpg,.jpeg,.webp",
    file: refused?.files?.[picture] ?? null,
    error: form.allErrors[picture]?.[0],
    failureOf: (message: string) => `Upload failed: ${message}`,
    onUnderWay: setters[picture],
  });
  const [setters] = useState(() => ({
    logo: (isUnderWay: boolean) => setUnderWay((all) => ({ ...all, logo: isUnderWay })),
    share: (isUnderWay: boolean) => setUnderWay((all) => ({ ...all, share: isUnderWay })),
  }));
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid max-w-176 gap-6"
      action={path}
      encType="multipart/form-data"
      isBusy={isBusy}
      failure={{ title: "Failed to save the look" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={values} refused={refused} what="the look" again={path} />
      <AccentField field={fields.accent} />
      <div className="grid gap-4.5">
        {logo && (
          <>
            <img
              className="h-auto max-w-full justify-self-start rounded-paper bg-paper p-3"
              src={logo.path}
              alt={name}
            />
            <CheckField label="Remove the logo" field={fields.removesLogo} />
          </>
        )}
        <UploadField
          {...upload("logo")}
          label={logo ? "Another logo (optional)" : "Logo (optional)"}
          hint={`PNG, JPEG or WebP, up to 10 MB. It is shown on a light ground in place of “${name}”, also in emails.`}
        />
      </div>
      <div className="grid gap-4.5">
        {share && (
          <>
            <img className="h-auto w-full max-w-96 rounded-paper" src={share} alt="Shown where pages are shared" />
            <CheckField label="Remove the share picture" field={fields.removesShare} />
          </>
        )}
        <UploadField
          {...upload("share")}
          label={share ? "Another share picture (optional)" : "Share picture (optional)"}
          hint="PNG, JPEG or WebP, best 1200 × 630 pixels. For pages that have no picture of their own."
        />
      </div>
      <SubmitButton className="justify-self-start" isBusy={isBusy}>
        Save look
      </SubmitButton>
    </PostForm>
  );
}

export { AdminErrorScreen as ErrorBoundary };
