import type { ErrorRequestHandler, NextFunction, Request, Response } from "express";
import type { Services } from "../services";

/** Logs and answers what no handler caught. A client's mistake (4xx) is not logged. Express would print a stack. */
export function handleErrors({ log }: Pick<Services, "log">): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const status = statusOf(error);
    if (status >= 500) log.error({ err: error, method: request.method }, "request failed");
    if (response.headersSent) return void response.destroy();
    response
      .status(status)
      .type("text")
      .send(status >= 500 ? "An error occurred" : "Bad request");
  };
}

function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null || !("status" in error)) return 500;
  return typeof error.status === "number" && error.status >= 400 && error.status < 600 ? error.status : 500;
}
