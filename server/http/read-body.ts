import type { Request, RequestHandler, Response } from "express";
import { mostBytes } from "../media/media-kinds";
import type { Services } from "../core/services";
import { giveTimeToUpload, hasBody, isChunked, lengthOf } from "./limit-body-time";
import { sendPlain } from "./plain-page";
import { authOf } from "./sign-in";

/** Many times what the longest of our forms, or an event of Stripe's, holds, in bytes. */
const longestBody = 256 * 1024;

/**
 * Reads a request's body before anything is done for it, so that slow ones take up nothing but their connection, and
 * refuses what is longer than any form of ours, whatever it calls itself.
 */
export function readBody(): RequestHandler {
  return (request, response, next) => {
    if (hasStreamedBody(response) || !hasBody(request)) return next();
    if (lengthOf(request) > longestBody) return refuseLength(request, response);
    collect(request).then(
      (body) => {
        if (!body) return refuseLength(request, response);
        response.locals.body = body;
        next();
      },
      // The connection is gone, or was closed because the body took too long.
      () => undefined,
    );
  };
}

/** Returns null where there is more than that; the rest is left unread. */
async function collect(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBody) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** What `readBody` has read; undefined where there was none, and for forms with files, which are read as they arrive. */
export const bodyOf = ({ locals }: Response) => locals.body as Uint8Array<ArrayBuffer> | undefined;

const hasStreamedBody = ({ locals }: Response): boolean => locals.hasStreamedBody === true;

/** Takes a request past the rest of its route unless it is a form with files that is, or may be, too long for others. */
export const onlyLongForms: RequestHandler = (request, _response, next) => {
  const isLong = request.is("multipart/form-data") && (isChunked(request) || lengthOf(request) > longestBody);
  next(isLong ? undefined : "route");
};

/** Lets the admin's long forms through to be read as they arrive, up to what their files may weigh together. */
export function admitLongForms({ settings }: Pick<Services, "settings">): RequestHandler {
  const largestForm = longestBody + mostBytes(settings, "video") + mostBytes(settings, "image") * 2;
  return (request, response, next) => {
    const { user, session } = authOf(response);
    if (user?.role !== "admin" || session.current?.impersonator) {
      const title = "Please sign in as an administrator to upload files.";
      return sendPlain(request, response, { status: user ? 403 : 401, title });
    }
    if (lengthOf(request) > largestForm) return refuseLength(request, response);
    response.locals.hasStreamedBody = true;
    giveTimeToUpload(response);
    next();
  };
}

function refuseLength(request: Request, response: Response): void {
  sendPlain(request, response, { status: 413, title: "That is too much at once.", advice: "Please send less." });
}
