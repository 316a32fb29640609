import type { RequestHandler } from "express";
import type { Services } from "../core/services";

const patienceMs = 2000;

/** Says whether the database answers: 200 with `{"status":"ok"}`, else 503. Being busy is no reason for a 503. */
export function health({ db }: Pick<Services, "db">): RequestHandler {
  let asking: Promise<void> | null = null;
  // Requests at the same moment share one question to the database.
  const ask = () => (asking ??= within(patienceMs, db.$client.ping()).finally(() => (asking = null)));
  return (_request, response) => {
    response.set("Cache-Control", "no-store");
    ask().then(
      () => response.json({ status: "ok" }),
      () => response.status(503).json({ status: "unavailable" }),
    );
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the database does not answer")), milliseconds);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
