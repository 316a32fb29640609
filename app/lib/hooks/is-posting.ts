import { useNavigation } from "@remix-run/react";

/** Whether a form is on its way to this address (path and query), or what it led to is still being loaded. */
export function useIsPosting(address: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction === address;
}
