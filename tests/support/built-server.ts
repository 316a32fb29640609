import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { builtServer } from "./built-site";

export type BuiltServer = { url: string; pid: number; stop(): Promise<void>; kill(): Promise<void> };

/** In place of ffmpeg: the demo's recordings would be prepared beside each test that starts a site. */
export const noFfmpeg = "/none/ffmpeg";

type Limits = {
  /** The longest file that the server can write, in blocks of 512 bytes. */
  largestFileBlocks?: number | undefined;
};

/** Starts the built server with these settings only, and waits until it is ready. */
export async function startBuiltServer(settings: Record<string, string>, limits: Limits = {}): Promise<BuiltServer> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: "0",
    FFMPEG_PATH: noFfmpeg,
    LOG_LEVEL: "error",
    ...settings,
  };
  const [program, args] = commandWith(limits);
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const address = /^Breathroom is ready at (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error("the server ended before it was ready")));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended;
  };
  return { url, pid: child.pid!, stop: end("SIGTERM"), kill: end("SIGKILL") };
}

function commandWith({ largestFileBlocks }: Limits): [string, string[]] {
  if (largestFileBlocks === undefined) return [process.execPath, [builtServer]];
  const limited = `ulimit -f ${largestFileBlocks} && exec "$0" ${builtServer}`;
  return ["/bin/sh", ["-c", limited, process.execPath]];
}
