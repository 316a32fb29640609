import { readFile } from "node:fs/promises";
import { anAccount, password } from "../../../support/accounts";
import { PlainBrowser } from "../../../support/browser-without-javascript";
import type { FaultySite } from "./faulty-site";
import sharp from "sharp";

const picture = await readFile("dev/seed/media/held.webp");

export type Uploader = {
  /** Uploads a picture. Returns the status of the last answer and the picture's address. */
  upload(): Promise<{ status: number; address: string }>;
  /** Whether the site serves the picture as it was uploaded. */
  isServed(address: string): Promise<boolean>;
};

/** Signs in an instructor who uploads pictures by the tus protocol. */
export async function bringUploader({ db, server }: Pick<FaultySite, "db" | "server">): Promise<Uploader> {
  const { email } = await anAccount(db, { role: "admin" });
  const browser = new PlainBrowser(server.url);
  await browser.submit(await browser.open("/sign-in"), { email, password }, "form:has([name=password])");
  const headers = () => ({ ...browser.headers, "Tus-Resumable": "1.0.0" });
  return {
    async upload() {
      const begun = await fetch(`${server.url}/api/uploads`, {
        method: "POST",
        headers: {
          ...headers(),
          "Upload-Length": String(picture.length),
          "Upload-Metadata": `kind ${btoa("image")},filename ${btoa("held.webp")}`,
        },
      });
      const place = begun.headers.get("Location");
      if (!place) return { status: begun.status, address: "" };
      const done = await fetch(new URL(place, server.url), {
        method: "PATCH",
        headers: { ...headers(), "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" },
        body: new Uint8Array(picture),
      });
      return { status: done.status, address: `/media/images/${place.split("/").at(-1)}.webp` };
    },
    async isServed(address) {
      const shown = await fetch(server.url + address);
      return shown.ok && (await sharp(await shown.arrayBuffer()).metadata()).format === "jpeg";
    },
  };
}
