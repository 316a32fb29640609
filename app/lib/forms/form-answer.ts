import type { SubmissionResult } from "@conform-to/react";
import { useActionData, useNavigation, useResolvedPath, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { Toast } from "~/lib/toast";
import type { Conflict } from "./conflict";

/** The server's answer to a form that it did not take. */
export type RefusedForm = {
  reply: SubmissionResult<string[]>;
  toast: Toast | null;
  /** Somebody else has saved meanwhile. */
  conflict?: Conflict | undefined;
};

/** What was typed into the form of the page at `pathname` before its member had to sign in again. */
export type KeptForm = { pathname: string; reply: SubmissionResult<string[]> };

/** The server's answer to this route's form, or else the form as it was typed before its member had to sign in again. */
export function useFormAnswer<Action>(): ReturnType<typeof useActionData<Action>> | RefusedForm {
  const answer = useActionData<Action>();
  const { pathname } = useResolvedPath("");
  const root = useRouteLoaderData<() => { kept: KeptForm | null }>("root");
  // It is sent once: what the page loads later doesn't have it any more.
  const [kept, setKept] = useState(() =>
    root?.kept?.pathname === pathname ? { reply: root.kept.reply, toast } : undefined,
  );
  const { formMethod, formAction } = useNavigation();
  const isPosting = formMethod === "POST" && formAction?.replace(/[?#].*/, "") === pathname;
  /** What was loaded when the form was posted: an answer brings something new, a lost connection does not. */
  const [postedOn, setPostedOn] = useState<typeof root>();
  if (kept && isPosting !== (postedOn !== undefined)) {
    if (!isPosting && root !== postedOn) setKept(undefined);
    setPostedOn(isPosting ? root : undefined);
  }
  if (kept && answer) setKept(undefined);
  return answer ?? kept;
}

const toast = { kind: "information", title: "Not saved yet.", text: "Please check and save again." } as const;
