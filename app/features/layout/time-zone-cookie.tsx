import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

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
