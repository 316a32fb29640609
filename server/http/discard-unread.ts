import type { RequestHandler } from "express";

const patience = 60_000;

/**
 * Reads on and throws away what is left of a request's body once it is answered. Most browsers look at an answer only
 * after they have sent everything, and would wait for ever for a server that has stopped reading.
 */
export const discardUnread: RequestHandler = (request, response, next) => {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data").unpipe();
    request.resume();
    const cut = setTimeout(() => request.destroy(), patience).unref();
    request.once("close", () => clearTimeout(cut));
  });
  next();
};
