import type { ServerRuntimeClient, Event, SeverityLevel } from "@sentry/core";
import { z } from "zod";

type ErrorReports = {
  /** Takes a line of the log. */
  write(line: string): void;
  /** Waits until all reports are sent, or `patience` ms. */
  close(patience: number): Promise<unknown>;
};

/** The fields of a log line that are reported; all others stay here. */
const logLine = z.object({
  level: z.number(),
  msg: z.string().default("error"),
  requestId: z.string().optional(),
  jobId: z.string().optional(),
  task: z.string().optional(),
  route: z.string().optional(),
  err: z
    .object({
      type: z.string(),
      message: z.string().default(""),
      stack: z.string().default(""),
      code: z.string().optional(),
    })
    .optional(),
});
type LogLine = z.infer<typeof logLine>;

const fatal = 60;
const sendMs = 5000;
/** Reports that wait to be sent; what comes beyond is dropped. */
const maxWaiting = 30;

/**
 * Sends errors of the log to a service that speaks Sentry's protocol. A line of the log has no personal data: quoted
 * values, addresses and tokens are masked in it. No request, account, cookie or network address is sent.
 */
export async function openErrorReports(dsn: string, environment: string): Promise<ErrorReports> {
  const sentry = await import("@sentry/core");
  const stackParser = sentry.createStackParser(sentry.nodeStackLineParser());
  const client: ServerRuntimeClient = new sentry.ServerRuntimeClient({
    dsn,
    environment,
    stackParser,
    integrations: [],
    platform: "node",
    sendClientReports: false,
    transport: (options) =>
      sentry.createTransport({ ...options, bufferSize: maxWaiting }, async ({ body }) => {
        const signal = AbortSignal.timeout(sendMs);
        const answer = await fetch(options.url, { method: "POST", body: body as BodyInit, signal, redirect: "error" });
        await answer.body?.cancel();
        return {
          statusCode: answer.status,
          headers: {
            "x-sentry-rate-limits": answer.headers.get("x-sentry-rate-limits"),
            "retry-after": answer.headers.get("retry-after"),
          },
        };
      }),
  });
  client.init();
  return {
    write(line) {
      const parsed = logLine.safeParse(JSON.parse(line));
      if (parsed.success) client.captureEvent(eventOf(parsed.data, stackParser));
    },
    close: (patience) => Promise.resolve(client.close(patience)),
  };
}

function eventOf({ level, msg, err, ...ids }: LogLine, parseStack: (stack: string) => object[]): Event {
  const tags = Object.fromEntries(Object.entries({ ...ids, code: err?.code }).filter(([, value]) => value));
  const severity: SeverityLevel = level >= fatal ? "fatal" : "error";
  const exception = err && {
    values: [{ type: err.type, value: err.message, stacktrace: { frames: parseStack(err.stack) } }],
  };
  return { level: severity, tags, ...(exception ? { exception, transaction: msg } : { message: msg }) };
}
