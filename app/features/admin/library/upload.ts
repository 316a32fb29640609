import { useEffect, useRef, useState } from "react";
import type { Upload, DetailedError } from "tus-js-client";
import { formatFileSize } from "~/lib/file-size";

export type UploadKind = "video" | "sound" | "image" | "captions" | "download" | "portrait" | "logo" | "share";

/** `waiting`: the connection is lost; the upload resumes by itself. */
export type UploadState =
  | { phase: "idle" }
  | { phase: "sending" | "paused" | "waiting"; name: string; percent: number }
  | { phase: "failed"; name: string; message: string }
  | { phase: "done"; file: { id: string; name: string; size: string } };

const endpoint = "/api/uploads";
const chunkSize = 4 * 1024 * 1024;
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
/** The server has not noticed yet that an earlier connection is gone. */
const retriedStatuses = [409, 423];
const diskFull = 507;
const oneDay = 24 * 3_600_000;

/** Uploads a file in parts; resumes after a lost connection, or after a reload with the same file. */
export function useUpload(kind: UploadKind) {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const current = useRef<Upload | null>(null);
  const stop = (deletesUpload: boolean) => {
    const upload = current.current;
    current.current = null;
    void upload?.abort(deletesUpload).catch(() => undefined);
  };
  useEffect(() => () => void current.current?.abort(), []);

  const begin = async (file: File) => {
    stop(false);
    setState({ phase: "sending", name: file.name, percent: 0 });
    const report = (next: UploadState) => current.current === upload && setState(next);
    const upload = await prepare(file, kind, report).catch(() => null);
    if (!upload) return setState({ phase: "failed", name: file.name, message: "Please check your connection." });
    current.current = upload;
    const earlier = (await upload.findPreviousUploads()).find(({ metadata }) => metadata.kind === kind);
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (current.current === upload) upload.start();
  };
  const pause = async () => {
    await current.current?.abort();
    setState((state) => ("percent" in state ? { ...state, phase: "paused" } : state));
  };
  const resume = async () => {
    const upload = current.current;
    // A scheduled retry must not run beside this one.
    await upload?.abort();
    if (current.current !== upload) return;
    setState((state) => ("percent" in state ? { ...state, phase: "sending" } : state));
    upload?.start();
  };
  useResumeOnline(state, () => void resume());
  const cancel = () => {
    stop(true);
    setState({ phase: "idle" });
  };
  return { state, begin, pause, resume, cancel };
}

async function prepare(file: File, kind: UploadKind, report: (state: UploadState) => void): Promise<Upload> {
  const { Upload } = await import("tus-js-client");
  const { name } = file;
  let percent = 0;
  const upload: Upload = new Upload(file, {
    endpoint,
    chunkSize,
    retryDelays,
    metadata: { kind, filename: name },
    removeFingerprintOnSuccess: true,
    onProgress: (sent, total) => {
      percent = Math.floor((sent / total) * 100);
      report({ phase: "sending", name, percent });
    },
    onSuccess: () => report({ phase: "done", file: { id: idOf(upload), name, size: formatFileSize(file.size) } }),
    onShouldRetry: ({ originalResponse: response }) => {
      const status = response?.getStatus() ?? 0;
      const isRefused = status === diskFull || (status >= 400 && status < 500 && !retriedStatuses.includes(status));
      if (!isRefused) report({ phase: "waiting", name, percent });
      return !isRefused && navigator.onLine;
    },
    onError: (error) => {
      const refusal = "originalResponse" in error ? refusalOf(error) : null;
      report(refusal === null ? { phase: "waiting", name, percent } : { phase: "failed", name, message: refusal });
    },
  });
  return upload;
}

/** The last segment of an upload's URL is the id of the file. */
const idOf = ({ url }: Upload): string => url?.split("/").at(-1) ?? "";

/** Returns the server's message; null if the server was not reached. */
function refusalOf({ originalResponse: response }: DetailedError): string | null {
  if (!response || response.getStatus() === 0) return null;
  return response.getBody().trim() || "An error occurred";
}

function useResumeOnline({ phase }: UploadState, resume: () => void) {
  const latest = useRef(resume);
  useEffect(() => {
    latest.current = resume;
  });
  useEffect(() => {
    if (phase !== "waiting") return;
    const listener = () => latest.current();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, [phase]);
}

/** Returns the names of files whose upload was begun in this browser and is not finished. */
export function useUnfinishedUploads(kind: UploadKind): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const { defaultOptions } = await import("tus-js-client");
      const uploads = await defaultOptions.urlStorage.findAllUploads();
      const isFresh = ({ creationTime }: { creationTime: string }) =>
        new Date().getTime() - new Date(creationTime).getTime() < oneDay;
      const unfinished = uploads.filter((upload) => upload.metadata.kind === kind && isFresh(upload));
      if (!isOver) setNames([...new Set(unfinished.map(({ metadata }) => metadata.filename ?? ""))]);
    };
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [kind]);
  return names;
}
