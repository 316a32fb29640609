import type { RequestHandler } from "express";

/** Many times what the longest of our forms holds. */
const longestBody = 256 * 1024;

/**
 * Refuses what is longer than any form of ours before it is read: a page's form is kept in memory whole. Browsers always
 * say how long a form is. Forms with files are read as they come, with limits of their own, and by nobody else.
 */
export const limitBody: RequestHandler = (request, response, next) => {
  if (request.is("multipart/form-data")) return next();
  if (Number(request.get("Content-Length") ?? 0) > longestBody) {
    return void response.status(413).type("text").send("That is too much at once.");
  }
  if (request.get("Transfer-Encoding")) return void response.status(411).type("text").send("How long is it?");
  next();
};
