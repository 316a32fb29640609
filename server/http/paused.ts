import type { RequestHandler } from "express";
import { isPaused } from "../office/backup/pause";
import type { Services } from "../core/services";
import { pagePathOf } from "./page-path";
import { sendPlain } from "./plain-page";
import { authOf } from "./sign-in";

/** What an admin needs to sign in: the session of a restored site ended with the restore. */
const signInPages = /^\/(sign-in|sign-out|reset-password|update-password|dashboard\/settings\/second-factor)(\/|$)/;

const retryAfterSeconds = 600;

/**
 * Refuses visitors and members on a restored site until it is resumed: a place that was sold after the backup would be
 * sold again. A running site is never paused, so the question is asked until the first no.
 */
export function admitAdminsWhilePaused({ db, log }: Pick<Services, "db" | "log">): RequestHandler {
  let mayBePaused = true;
  const ask = async () => {
    try {
      mayBePaused = await isPaused(db);
      return mayBePaused;
    } catch (error) {
      log.warn({ err: error }, "whether the site is paused can't be read");
      return false;
    }
  };
  return async (request, response, next) => {
    const address = pagePathOf(request.baseUrl + request.path);
    if (!mayBePaused || signInPages.test(address) || !(await ask())) return next();
    try {
      if (authOf(response).user?.role === "admin") return next();
    } catch (error) {
      return next(error);
    }
    sendPlain(request, response, {
      status: 503,
      title: "We’ll be back soon.",
      advice: "The site is being restored from a backup. Please come back later.",
      retryAfterSeconds,
    });
  };
}
