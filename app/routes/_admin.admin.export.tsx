import { useForm } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { backupsPath, exportPath } from "~/features/admin/admin-paths";
import { privateMeta } from "~/lib/page-meta";
import { requireAdmin } from "~/server/auth.server";
import { FormCard } from "~/ui/card";
import { PasswordField } from "~/ui/fields";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Export");

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return null;
}

export default function ExportPage() {
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "export" });
  return (
    <>
      <PageHead
        title="Export"
        lede="Everything that the site knows, as CSV and as JSON, in one archive for another system or your records."
      />
      <FormCard id={form.id} action={`${exportPath}/file`} isBusy={false} reloadDocument>
        <p>
          It holds everyone’s names and addresses, and is not encrypted: keep it where only you can read it. Left out
          are passwords, keys and tokens, the texts of emails, health notes and uploaded files.
        </p>
        <p>
          To restore this site, use <TextLink to={backupsPath}>a backup</TextLink> instead.
        </p>
        <PasswordField
          label="Current password"
          field={fields.currentPassword}
          autoComplete="current-password"
          required
        />
        <SubmitButton isBusy={false}>Download everything</SubmitButton>
      </FormCard>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
