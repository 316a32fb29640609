import type { ErrorRequestHandler, NextFunction, Request, Response } from "express";
import { busyRefusal } from "../core/busy";
import type { Services } from "../core/services";
import { sendBusy, sendPlain } from "./plain-page";

/** Logs and answers what no handler caught. A client's mistake (4xx) is not logged. Express would print a stack. */
export function handleErrors({ log }: Pick<Services, "log">): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const refusal = busyRefusal(error);
    const status = refusal ? 503 : statusOf(error);
    if (status >= 500) log[refusal ? "warn" : "error"]({ err: error, method: request.method }, "request failed");
    if (response.headersSent) return void response.destroy();
    if (refusal) return sendBusy(request, response, refusal.retryAfterSeconds);
    const title = status >= 500 ? "An error occurred." : "The request could not be understood.";
    sendPlain(request, response, { status, title });
  };
}

function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null || !("status" in error)) return 500;
  return typeof error.status === "number" && error.status >= 400 && error.status < 600 ? error.status : 500;
}
