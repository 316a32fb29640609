import type { Request, RequestHandler, Response } from "express";
import { maxBytesOf } from "../media/media-kinds";
import type { Services } from "../core/services";
import { giveTimeToUpload, hasBody, isChunked, lengthOf } from "./limit-body-time";
import { sendPlain } from "./plain-page";
import { authOf } from "./sign-in";

/** Many times the longest form or Stripe event. */
const maxBodyBytes = 256 * 1024;

/** Reads the body before any other work, so that slow clients occupy a connection only. Refuses long bodies. */
export function readBody(): RequestHandler {
  return (request, response, next) => {
    if (hasStreamedBody(response) || !hasBody(request)) return next();
    if (lengthOf(request) > maxBodyBytes) return refuseLength(request, response);
    collect(request).then(
      (body) => {
        if (!body) return refuseLength(request, response);
        response.locals.body = body;
        next();
      },
      () => undefined,
    );
  };
}

/** Returns null if the body is too long. */
async function collect(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Undefined if there is no body or it is streamed. */
export const bodyOf = ({ locals }: Response) => locals.body as Uint8Array<ArrayBuffer> | undefined;

const hasStreamedBody = ({ locals }: Response): boolean => locals.hasStreamedBody === true;

/** Skips the route unless the request is a form with files that may exceed the usual limit. */
export const onlyLongForms: RequestHandler = (request, _response, next) => {
  const isLong = request.is("multipart/form-data") && (isChunked(request) || lengthOf(request) > maxBodyBytes);
  next(isLong ? undefined : "route");
};

export function admitLongForms({ settings }: Pick<Services, "settings">): RequestHandler {
  const largestForm = maxBodyBytes + maxBytesOf(settings, "video") + maxBytesOf(settings, "image") * 2;
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
