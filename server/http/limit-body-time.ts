import type { Request, RequestHandler, Response } from "express";
import { sendPlain } from "./plain-page";

/** In milliseconds and bytes. */
const usual = {
  /** Longer than any form of ours takes on a bad connection. */
  patience: 30_000,
  /** The instructor's upload may take long, and must go on: at least so many bytes in each period. */
  uploadPeriod: 15_000,
  uploadProgress: 4096,
  /** How long the rest of a body is read that was answered before it had arrived. */
  discardPatience: 60_000,
};

/**
 * Ends requests whose body arrives too slowly, and reads to its end what is left of a body once the request is
 * answered: most browsers look at an answer only after they have sent everything.
 */
export function limitBodyTime(limits = usual): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    let watch = watchTime(request, response, limits);
    response.locals.giveTimeToUpload = () => {
      clearInterval(watch);
      watch = watchProgress(request, response, limits);
    };
    response.once("finish", () => {
      if (request.complete) return;
      request.removeAllListeners("data").unpipe();
      request.resume();
      const cut = setTimeout(() => request.destroy(), limits.discardPatience).unref();
      request.once("close", () => clearTimeout(cut));
    });
    request.once("close", () => clearInterval(watch));
    next();
  };
}

/** Lets the body take as long as an upload may, once it is clear who sends it. */
export const giveTimeToUpload = ({ locals }: Response): void =>
  (locals.giveTimeToUpload as (() => void) | undefined)?.();

const watchTime = (request: Request, response: Response, { patience }: typeof usual) =>
  setTimeout(() => end(request, response), patience).unref();

function watchProgress(request: Request, response: Response, { uploadPeriod, uploadProgress }: typeof usual) {
  let seen = request.socket.bytesRead;
  return setInterval(() => {
    const arrived = request.socket.bytesRead;
    if (arrived - seen < uploadProgress) end(request, response);
    seen = arrived;
  }, uploadPeriod).unref();
}

function end(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.destroy();
  response.once("finish", () => request.destroy()).set("Connection", "close");
  sendPlain(request, response, {
    status: 408,
    title: "The request took too long to arrive.",
    advice: "Please check your connection and try again.",
  });
}

/** Whether a request brings a body along, of a known length or not. */
export const hasBody = (request: Request): boolean => lengthOf(request) > 0 || isChunked(request);

/** The bytes that the body is said to have; 0 where nothing is said. */
export const lengthOf = ({ headers }: Request): number => Number(headers["content-length"] ?? 0);

/** Whether the body's length is known only when it ends. */
export const isChunked = ({ headers }: Request): boolean => headers["transfer-encoding"] !== undefined;
