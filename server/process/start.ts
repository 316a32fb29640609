import type { ServerBuild } from "@remix-run/node";
import { prepareDataDir } from "@db/embedded/data-dir";
import { issueSetUpCode } from "../accounts/set-up";
import { movedSettings, readSettings, type Settings } from "../core/env";
import { createLog, type Log } from "../core/log";
import { keepSecrets } from "../core/secrets";
import type { Services } from "../core/services";
import { createHttpApp } from "../http/app";
import { createHealthApp } from "../http/health";
import { type HttpListener, listenAt } from "../http/listener";
import { bareHeaders } from "../http/security";
import { startWorker } from "./worker";
import { keepIncomingSwept } from "../platform/media/media-files";
import { answerMetricsOfAll } from "../office/monitoring/across-processes";
import { openErrorReports } from "../office/monitoring/error-reports";
import { nodeAdvice } from "./node-advice";
import { hostFor, type OpenServices, type ServiceOptions, openServices } from "./open-services";
import { fillTables, prepareDatabase } from "./prepare-database";
import type { Shutdown } from "./shutdown";
import { environmentOf, superviseWebProcesses, webProcessForker } from "./web-processes";

type Options = Pick<ServiceOptions, "shutdown" | "loadDevTools" | "calendarReader" | "stripeAddress"> & {
  environment: Record<string, string | undefined>;
  build: ServerBuild;
  /** The file that a web process runs. */
  program?: string;
  /** Gets the log as soon as it is open. */
  useLog?: (log: Log) => void;
};

/** Milliseconds per part; about ten seconds in total. */
const patience = { requests: 4000, jobs: 3000, webProcesses: 7000, reports: 1500 };

/** Starts the site and adds each part to `shutdown`. Throws a StartError that says what to fix. */
export async function startBreathroom(options: Options): Promise<{ banner: string }> {
  const wanted = readSettings(options.environment);
  const listener = await listenAt(wanted.host, wanted.port, bareHeaders(wanted));
  try {
    return await startSite(listener, options);
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

async function startSite(listener: HttpListener, options: Options) {
  const { environment, build, shutdown } = options;
  // PORT=0 picks a free port, which is known only now.
  const settings = readSettings({ ...environment, PORT: String(listener.port) });
  const log = await openLog(settings, options);
  settings.dataDir = await prepareDataDir(settings.dataDir);
  await keepSecrets(settings);
  if (settings.isLive && settings.resendWebhookSecret === undefined) {
    log.warn("RESEND_WEBHOOK_SECRET is not set, so bounced mails go unnoticed");
  }
  const database = await prepareDatabase(settings, log, shutdown);
  const opened = await openServices({ ...options, settings, databaseUrl: database.url, log });
  const { services, devTools } = opened;
  await fillTables(services, database.directUrl, devTools);
  await services.rateCache.refresh();
  if (settings.role !== "web") await runJobs(services, database.directUrl, shutdown);
  else sweepOwnUploads(services, shutdown);
  if (settings.webConcurrency > 1) await shareWork(listener, services, { ...options, databaseUrl: database.url });
  else serve(listener, opened, { build, shutdown });

  const address = `http://${hostFor(settings.host, "localhost")}:${settings.port}`;
  const notes = devTools ? devTools.demoBanner(settings, address) : await liveNotes(services);
  return { banner: bannerOf(address, settings, { notes, moved: movedSettings(environment) }) };
}

/** Starts a process that another one forked: the database is prepared, and the other one runs the jobs. */
export async function startWebProcess({ environment, build, shutdown, ...options }: Options): Promise<void> {
  const settings = readSettings(environment);
  const { databaseUrl = "" } = settings;
  const log = await openLog(settings, { shutdown, ...options });
  const opened = await openServices({ ...options, shutdown, settings, databaseUrl, log });
  await opened.services.rateCache.read();
  // Last, because from here on it gets its share of the requests.
  const listener = await listenAt(settings.host, settings.port, bareHeaders(settings));
  serve(listener, opened, { build, shutdown });
}

/** Reports are sent until the end of a shutdown. */
async function openLog(
  { logLevel, errorsDsn, isLive }: Settings,
  { shutdown, useLog }: Pick<Options, "shutdown" | "useLog">,
) {
  const reports = errorsDsn ? await openErrorReports(errorsDsn, isLive ? "live" : "demo") : undefined;
  if (reports) shutdown.add("The error reports", patience.reports + 500, () => reports.close(patience.reports));
  const log = createLog(logLevel, undefined, reports);
  useLog?.(log);
  return log;
}

async function runJobs(services: Services, directUrl: string, shutdown: Shutdown): Promise<void> {
  const worker = await startWorker(services, directUrl);
  shutdown.add("The worker", patience.jobs, () => worker.stop());
}

/** The worker may be on another machine. */
function sweepOwnUploads(services: Services, shutdown: Shutdown): void {
  const end = keepIncomingSwept(services);
  shutdown.add("The sweep of uploads", 100, () => Promise.resolve(end()));
}

function serve(
  listener: HttpListener,
  { services, devRouter }: OpenServices,
  { build, shutdown }: Pick<Options, "build" | "shutdown">,
): void {
  const { role, isLive, drainSeconds } = services.settings;
  const isWorker = role === "worker";
  listener.open(
    isWorker ? createHealthApp(services) : createHttpApp(services, { build, devRouter, needsSetUp: isLive }),
  );
  const drainMs = drainSeconds * 1000;
  shutdown.add("HTTP", drainMs + patience.requests + 500, async (atOnce) => {
    await listener.drain(drainMs, atOnce);
    await listener.close(patience.requests);
  });
}

/** Leaves the port to processes that serve the pages. */
async function shareWork(
  listener: HttpListener,
  { settings, log, clock }: Services,
  { environment, shutdown, program = "", databaseUrl }: Options & { databaseUrl: string },
): Promise<void> {
  await listener.close(0);
  if (settings.metricsToken) answerMetricsOfAll();
  const fork = webProcessForker(program, { ...environment, ...environmentOf(settings, databaseUrl) });
  const now = () => clock.now().getTime();
  const processes = await superviseWebProcesses({ count: settings.webConcurrency, fork, log, now });
  const patienceMs = settings.drainSeconds * 1000 + patience.webProcesses;
  shutdown.add("The web processes", patienceMs + 500, (atOnce) => processes.stop(patienceMs, atOnce));
}

/** The code is printed here only. */
async function liveNotes(services: Services): Promise<string[]> {
  const { siteUrl } = services.settings;
  const code = await issueSetUpCode(services);
  const setUp = [`  Set up   This site has no owner yet. Within an hour, open ${siteUrl}/set-up`, `  Code     ${code}`];
  return [`  Site     ${siteUrl}`, ...(code === null ? [] : setUp)];
}

function bannerOf(
  address: string,
  { role, webConcurrency, dataDir }: Settings,
  { notes, moved }: { notes: string[]; moved: string[] },
): string {
  const part = {
    all: [],
    web: ["  Role     web: runs no jobs"],
    worker: ["  Role     worker: runs jobs, answers only monitoring"],
  };
  const processes = webConcurrency > 1 ? [`  Web      ${webConcurrency} processes`] : [];
  const lines = [`Breathroom is ready at ${address}`, ...part[role], ...processes, ...(role === "worker" ? [] : notes)];
  return [...lines, `  Data     ${dataDir}`, ...nodeAdvice(process.versions.node), ...moved, "", ""].join("\n");
}
