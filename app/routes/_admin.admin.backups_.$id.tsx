import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { backupsPath } from "~/features/admin/admin-paths";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { FormActions, FormCard } from "~/ui/card";
import { PasswordField } from "~/ui/fields";
import { BackLink } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { useForm } from "@conform-to/react";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Download a backup", "Backup not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).backups.get({ id: idOf(args) }));
}

export default function DownloadBackupPage() {
  const { id, fileName, isEncrypted } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "download-backup" });
  return (
    <>
      <BackLink to={backupsPath}>Backups</BackLink>
      <FormCard id={form.id} action={`${backupsPath}/${id}/file`} isBusy={false} reloadDocument>
        <h1 className="text-heading">Download this backup?</h1>
        <p className="wrap-anywhere">{fileName}</p>
        <p>
          It holds everyone’s names, addresses and health notes.{" "}
          {isEncrypted
            ? "It is encrypted, and opens with your backup passphrase only."
            : "It is not encrypted: keep it where only you can read it."}
        </p>
        <PasswordField
          label="Current password"
          field={fields.currentPassword}
          autoComplete="current-password"
          required
        />
        <FormActions>
          <ButtonLink kind="quiet" to={backupsPath}>
            Cancel
          </ButtonLink>
          <SubmitButton isBusy={false}>Download</SubmitButton>
        </FormActions>
      </FormCard>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
