import type { Request, RequestHandler } from "express";
import { sendPlain } from "./plain-page";
import { requestUrl } from "./proxy";
import { isBelowUploads, uploadMethods } from "./uploads";

const maxHeaders = 100;
const methods = ["GET", "HEAD", "POST"];

export const refuseMalformed: RequestHandler = (request, response, next) => {
  const allowed = isBelowUploads(request.path) ? uploadMethods : methods;
  if (!allowed.includes(request.method)) {
    response.set("Allow", allowed.join(", "));
    return sendPlain(request, response, { status: 405, title: "That method is not allowed here." });
  }
  if (request.rawHeaders.length / 2 > maxHeaders) {
    return sendPlain(request, response, { status: 431, title: "The request has too many headers." });
  }
  // These could bypass the checks above.
  if (countOf(request, "host") !== 1 || request.get("X-HTTP-Method-Override") || !requestUrl(request)) {
    return sendPlain(request, response, { status: 400, title: "The request could not be understood." });
  }
  const path = decoded(request.path);
  if (path === null)
    return sendPlain(request, response, { status: 400, title: "The address could not be understood." });
  // Headers and PostgreSQL refuse control characters.
  if (controlCharacter.test(path)) return sendPlain(request, response, { status: 404, title: "Page not found." });
  next();
};

const countOf = ({ rawHeaders }: Request, name: string): number =>
  rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length;

const controlCharacter = /\p{Cc}/u;

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
