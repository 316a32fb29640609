import { useEffect } from "react";
import { useSite } from "~/lib/site";
import { registerUnsentWork } from "~/lib/unsent-work";
import { keepQueue, unsentQuestion } from "./queue";

/** Makes signing out ask first while check-ins are unsent. Called by every page from which an admin can sign out. */
export function useAskBeforeSignOut(): void {
  const accountId = useSite()?.checkInAccountId ?? null;
  useEffect(() => {
    if (accountId === null) return;
    const { read } = keepQueue(accountId);
    return registerUnsentWork({
      count: () => read().length,
      question: unsentQuestion,
      loadDialog: () => import("./sign-out-dialog").then(({ SignOutDialog }) => SignOutDialog),
    });
  }, [accountId]);
}
