import type { Request, RequestHandler } from "express";
import { isSetUp } from "../accounts/set-up";
import type { Services } from "../core/services";
import { pagePathOf } from "./page-path";
import { sendPlain } from "./plain-page";

const setUpPath = "/set-up";
/** The second is where the browser asks for the site’s name. What follows the set-up page is open once there is an admin. */
const open = new Set([setUpPath, "/manifest.webmanifest"]);

/** Serves only the set-up page until the site has an admin, and that one by https or on this machine only. */
export function requireSetUp({ db }: Pick<Services, "db">): RequestHandler {
  let isReady = false;
  let asking: Promise<boolean> | null = null;
  const ask = () => (asking ??= isSetUp(db).finally(() => (asking = null)));
  return async (request, response, next) => {
    try {
      isReady ||= await ask();
    } catch (error) {
      return next(error);
    }
    if (isReady) return next();
    response.set("Cache-Control", "no-store");
    if (open.has(pagePathOf(request.path))) {
      if (isPrivate(request)) return next();
      return sendPlain(request, response, {
        status: 403,
        title: "This page is open by https only.",
        advice: "Open it at the site’s own address, which begins with https.",
      });
    }
    const isPage = request.method === "GET" && request.get("Accept")?.includes("text/html");
    if (isPage) return response.redirect(302, setUpPath);
    sendPlain(request, response, { status: 503, title: "This site is not set up yet.", advice: "" });
  };
}

const loopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/** A proxy on this machine that is not trusted looks like this machine, but says whether the visitor came by http. */
function isPrivate(request: Request): boolean {
  if (request.secure) return true;
  return loopback.test(request.ip ?? "") && request.get("X-Forwarded-Proto") !== "http";
}
