import { useEffect } from "react";
import { failureToast } from "~/lib/connection/failure-toast";
import { guardRequests } from "~/lib/connection/guard-requests";
import { showToast } from "~/lib/toast";

/** Keeps the page, and says why, whenever a form can't be sent or a page can't be loaded. */
export function ConnectionGuard() {
  useEffect(() => guardRequests(window, (lost) => showToast(failureToast(lost))), []);
  return null;
}
