// Baseline of the benchmark: a bare Node server that sends the bytes from standard input.
import { createServer } from "node:http";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const { status, body } = JSON.parse(input);
const bytes = Buffer.from(body, "base64");
const headers = { "content-type": "text/html; charset=utf-8", "content-length": bytes.length };

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(status, headers).end(bytes));
});
server.listen(0, "127.0.0.1", () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
