import type { Request, RequestHandler, Response } from "express";
import { mostBytes } from "../media/media-kinds";
import type { Services } from "../core/services";
import { sendPlain } from "./plain-page";
import { authOf } from "./sign-in";

/** Many times what the longest of our forms holds, in bytes. */
const longestBody = 256 * 1024;

/**
 * Reads a request's body before anything is done for it, so that slow ones take up nothing but their connection, and
 * refuses what is longer than any form of ours, whatever it calls itself.
 */
export function readBody(longest = longestBody): RequestHandler {
  return (request, response, next) => {
    if (hasStreamedBody(response) || !hasBody(request)) return next();
    if (lengthOf(request) > longest) return refuseLength(request, response);
    collect(request, longest).then(
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
async function collect(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** What `readBody` has read; undefined where there was none, and for forms with files, which are read as they arrive. */
export const bodyOf = ({ locals }: Response) => locals.body as Uint8Array<ArrayBuffer> | undefined;

export const hasStreamedBody = ({ locals }: Response): boolean => locals.hasStreamedBody === true;

/** Lets the admin's forms with files through to be read as they arrive, up to what their files may weigh together. */
export function admitUploadForms({ settings }: Pick<Services, "settings">): RequestHandler {
  const largestForm = longestBody + mostBytes(settings, "video") + mostBytes(settings, "image") * 2;
  return (request, response, next) => {
    if (!request.is("multipart/form-data")) return next();
    const { user, session } = authOf(response);
    if (user?.role === "admin" && !session.current?.impersonator) {
      if (lengthOf(request) > largestForm) return refuseLength(request, response);
      response.locals.hasStreamedBody = true;
    } else if (lengthOf(request) > longestBody) {
      const title = "Please sign in as an administrator to upload files.";
      return sendPlain(request, response, { status: user ? 403 : 401, title });
    }
    next();
  };
}

export const hasBody = (request: Request): boolean =>
  lengthOf(request) > 0 || request.headers["transfer-encoding"] !== undefined;

const lengthOf = ({ headers }: Request): number => Number(headers["content-length"] ?? 0);

function refuseLength(request: Request, response: Response): void {
  sendPlain(request, response, { status: 413, title: "That is too much at once.", advice: "Please send less." });
}
