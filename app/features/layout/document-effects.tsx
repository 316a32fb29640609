import { useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { guardRequests } from "~/lib/connection/guard-requests";
import { failureToast } from "~/lib/connection/lost-request";
import { useIsHydrated } from "~/lib/document";
import { usePagePath } from "~/lib/site";
import { showToast, type Toast } from "~/lib/toast";
import { ToastBar } from "~/ui/toast/toast";

/** Moves the focus to a new page and announces its title to screen readers. */
export function PageAnnouncer() {
  const path = usePagePath();
  const announcedPath = useRef(path);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (path === announcedPath.current) return;
    announcedPath.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [path]);

  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}

/** Keeps the page and shows a message when a form can't be sent or a page can't be loaded. */
export function ConnectionGuard() {
  useEffect(() => guardRequests(window, (lost) => showToast(failureToast(lost))), []);
  return null;
}

/** Sends the browser's time zone to the server and reloads the data once if it was rendered in another zone. */
export function TimeZoneCookie({ renderedIn }: { renderedIn: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const cookie = `tz=${encodeURIComponent(zone)}`;
    if (!zone || document.cookie.split("; ").includes(cookie)) return;
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    if (zone !== renderedIn) revalidate();
  }, [renderedIn, revalidate]);
  return null;
}

/** Marks the document as hydrated: styles then show the controls that need scripting. */
export function ScriptedMark() {
  useEffect(() => {
    document.documentElement.dataset.scripted = "";
  }, []);
  return null;
}

/** Shows a redirect's message in the page, for browsers without scripting. */
export function FlashNotice() {
  const flash = useFlash();
  const isHydrated = useIsHydrated();
  if (!flash || isHydrated) return null;
  return <ToastBar toast={flash} />;
}

/** Shows the same message as a toast. Must be rendered after the page's toast outlet. */
export function FlashToast() {
  const flash = useFlash();
  useEffect(() => {
    if (flash) showToast(flash);
  }, [flash]);
  return null;
}

const useFlash = (): Toast | null => useRouteLoaderData<() => { flash: Toast | null }>("root")?.flash ?? null;
