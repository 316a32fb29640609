import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { useActionData, useNavigation, useResolvedPath, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { Toast } from "~/lib/toast";
import type { Conflict } from "./conflict";

export type RefusedForm = {
  reply: SubmissionResult<string[]>;
  toast: Toast | null;
  conflict?: Conflict | undefined;
};

/** The kept form of the page at `pathname` (see docs/glossary.md). */
export type KeptForm = { pathname: string; reply: SubmissionResult<string[]> };

/** Returns the server's answer to this route's form, or else the kept form. */
export function useFormAnswer<Action>(): ReturnType<typeof useActionData<Action>> | RefusedForm {
  const answer = useActionData<Action>();
  const { pathname } = useResolvedPath("");
  const root = useRouteLoaderData<() => { kept: KeptForm | null }>("root");
  // The server sends it only once, so later loads of the page lack it.
  const [kept, setKept] = useState(() =>
    root?.kept?.pathname === pathname ? { reply: root.kept.reply, toast } : undefined,
  );
  const { formMethod, formAction } = useNavigation();
  const isPosting = formMethod === "POST" && formAction?.replace(/[?#].*/, "") === pathname;
  /** The loader data at the time of posting: an answer replaces it, a lost connection does not. */
  const [postedOn, setPostedOn] = useState<typeof root>();
  if (kept && isPosting !== (postedOn !== undefined)) {
    if (!isPosting && root !== postedOn) setKept(undefined);
    setPostedOn(isPosting ? root : undefined);
  }
  if (kept && answer) setKept(undefined);
  return answer ?? kept;
}

const toast = { kind: "information", title: "Not saved yet.", text: "Please check and save again." } as const;

export const firstWrong = (fields: FieldMetadata<string>[]): string | undefined =>
  fields.find((field) => field.errors)?.name;

/** Returns what was typed in a field of a refused form. */
export function typedIn(refused: Pick<RefusedForm, "reply"> | undefined, field: string): string | undefined {
  const value = refused?.reply.initialValue?.[field];
  return typeof value === "string" ? value : undefined;
}

/** Returns the values of the boxes that were ticked under one name in a refused form; undefined without a refused form. */
export function tickedIn(refused: Pick<RefusedForm, "reply"> | undefined, field: string): string[] | undefined {
  const { initialValue } = refused?.reply ?? {};
  if (!initialValue) return undefined;
  return [initialValue[field] ?? []].flat().filter((value): value is string => typeof value === "string");
}
