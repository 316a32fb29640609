import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkNeeded, holderCheckOf, HolderForm } from "~/features/accounts/holder-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuseCall } from "~/server/form.server";
import { endedDevices } from "~/server/schemas.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

const page = "/dashboard/settings";
const path = `${page}/devices`;

export const meta = privateMeta("Sign out devices");

/** Loads the question. `?device=` is the id of a device, "others" or "all". */
export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts } = apiFor(args);
  const device = new URL(args.request.url).searchParams.get("device") ?? "";
  const question = questionFor(device, await load(accounts.listDevices()));
  if (!question) throw redirectWithToast(args, page, gone);
  return { device, ...question, check: holderCheckOf(await load(accounts.me())) };
}

const gone = errorToast("Error", "This device is already signed out.");

type ListedDevice = { id: string; browser: string; createdAt: string };

function questionFor(device: string, devices: ListedDevice[]): { title: string; text: string } | null {
  if (device === "all") {
    return { title: "Sign out everywhere?", text: "Every device will be signed out, including this one." };
  }
  if (device === "others") {
    const text = "Every other device will be signed out.";
    return devices.length > 1 ? { title: "Sign out all other devices?", text } : null;
  }
  const found = devices.find(({ id }) => id === device);
  return found ? { title: `Sign out ${found.browser}?`, text: `It was signed in on ${found.createdAt}.` } : null;
}

const failure = "Failed to sign out. Please try again.";

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, endedDevices);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const call = apiFor(args).accounts.endDevices(submission.value);
  const ended = await attemptLogged(args, call, failure);
  if (!ended.ok && ended.code === "not_found") return redirectWithToast(args, page, gone);
  if (!ended.ok) return refuseCall(submission, ended, "Error");
  if (ended.value.isSignedOut) {
    const text = "You have been successfully logged out.";
    return redirectWithToast(args, "/", successToast("Logged out", text));
  }
  const text = submission.value.device === "others" ? "All other devices have been signed out." : oneSignedOut;
  return redirectWithToast(args, page, successToast("Signed out", text));
}

const oneSignedOut = "That device has been signed out.";

export default function EndDevicesDialog() {
  const { device, title, text, check } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const address = `${path}?${new URLSearchParams({ device }).toString()}`;
  const isBusy = useIsPosting(address);
  useToast(refused);
  const cancel = (
    <CloseLink className={buttonStyle({ kind: "quiet" })} to={page}>
      Cancel
    </CloseLink>
  );
  return (
    <ModalDialog title={title} closeTo={page} returnFocusTo="devices" isBusy={isBusy}>
      {check === "link" ? (
        <>
          <DialogBody>
            <LinkNeeded />
          </DialogBody>
          <DialogFoot>{cancel}</DialogFoot>
        </>
      ) : (
        <HolderForm
          id="end-devices"
          action={address}
          refused={refused}
          check={check}
          failure={{ title: "Error", text: failure }}
          hidden={{ device }}
        >
          {(field) => (
            <>
              <DialogBody>
                <p className="text-ink-soft">{text}</p>
                {field}
              </DialogBody>
              <DialogFoot>
                {cancel}
                <SubmitButton isBusy={isBusy}>Sign out</SubmitButton>
              </DialogFoot>
            </>
          )}
        </HolderForm>
      )}
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
