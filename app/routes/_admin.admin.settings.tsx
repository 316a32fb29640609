import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { SettingsFold, SettingsForm, useOpenedForms } from "~/features/admin/settings/settings-form";
import { settingsAddress, settingsGroups, settingsSpecs } from "~/features/admin/settings/settings-fields";
import { conflictOf, tickLabel } from "~/lib/forms/conflict";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse } from "~/server/form.server";
import { settingsForms, settingsReset } from "~/server/schemas.server";
import { GroupedRows } from "~/ui/list";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = settingsAddress();

export const meta = privateMeta("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const settings = await load(adminApi(args).site.settings());
  return { ...settings, openSection: new URL(args.request.url).searchParams.get("section") };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const fields = await readFields(args.request);
  const seen = settingsReset.safeParse(Object.fromEntries(fields));
  if (!seen.success) throw new Response("Not Found", { status: 404 });
  const { section } = seen.data;
  const { site } = api;
  const isReset = fields.get("intent") === "reset";
  const submission = parseForm(fields, settingsForms[section]);
  if (!isReset && submission.status !== "success")
    return data({ section, reply: submission.reply(), toast: null }, 422);
  const values = Object.fromEntries(
    [...fields].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const call = isReset ? site.resetSettings(seen.data) : site.changeSettings({ ...seen.data, values });
  const saved = await attemptLogged(args, call);
  if (saved.ok) {
    const title = isReset ? "Back to default" : "Settings saved";
    return redirectWithToast(args, `${path}?section=${section}`, successToast(title));
  }
  if (saved.code === "changed_meanwhile") {
    const { forms } = await load(site.settings());
    const form = forms.find((item) => item.section === section);
    if (!form) throw new Response("Not Found", { status: 404 });
    const { fields: specs } = settingsSpecs[section];
    const labels = Object.fromEntries(
      specs.map(({ name, label, type }) => [name, type === "checkbox" ? tickLabel(label) : label]),
    );
    const refused = refuse(submission, { ...saved, conflict: conflictOf(labels, form, submission.payload) });
    return data({ section, ...refused.data }, saved.status);
  }
  const toast: Toast = errorToast("Failed to save the settings", saved.message);
  return data({ section, reply: submission.reply({ formErrors: [toast.title] }), toast }, saved.status);
}

export default function SettingsPage() {
  const { forms, changedAt, openSection } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const refusedSection = refused && ("section" in refused ? refused.section : typedIn(refused, "section"));
  const { opened, noteBegun } = useOpenedForms(forms, refusedSection);
  useToast(refused);
  const foldOf = (form: (typeof opened)[number]) => {
    const { section, version } = form;
    const refusal = refusedSection === section ? refused : undefined;
    const saved = forms.find((item) => item.section === section) ?? form;
    return (
      <SettingsFold key={section} form={saved} isAsked={refusal !== undefined || openSection === section}>
        {/* A new key replaces only the form that was saved; input in the others stays. */}
        <SettingsForm key={`${version}${conflictKey(refusal)}`} form={form} action={path} refused={refusal} />
      </SettingsFold>
    );
  };
  return (
    <>
      <PageHead
        title="Settings"
        lede={changedAt ? `Last changed on ${changedAt}.` : "You haven’t changed anything yet."}
      />
      <div className="grid max-w-208 gap-8" onInput={noteBegun}>
        {settingsGroups.map((group) => (
          <GroupedRows key={group} heading={group}>
            {opened.filter(({ section }) => settingsSpecs[section].group === group).map(foldOf)}
          </GroupedRows>
        ))}
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
