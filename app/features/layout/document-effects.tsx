import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { failureToast } from "~/lib/connection/failure-toast";
import { guardRequests } from "~/lib/connection/guard-requests";
import { usePagePath } from "~/lib/site";
import { showToast } from "~/lib/toast";

/** After a navigation in the browser: the focus to the new page, and its title for those who listen. */
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

/** Keeps the page, and says why, whenever a form can't be sent or a page can't be loaded. */
export function ConnectionGuard() {
  useEffect(() => guardRequests(window, (lost) => showToast(failureToast(lost))), []);
  return null;
}

/** Tells the server the browser's time zone, and asks once for the page again where it was in another one. */
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

/** Marks the document once scripting has taken it over: what does nothing before is shown by style from then on. */
export function ScriptedMark() {
  useEffect(() => {
    document.documentElement.dataset.scripted = "";
  }, []);
  return null;
}
