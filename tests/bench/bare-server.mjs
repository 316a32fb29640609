// Reference of the benchmark: a bare Node server that sends the answers from standard input.
import { createServer } from "node:http";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const answers = new Map(
  JSON.parse(input).map(({ path, headers, body }) => {
    const bytes = Buffer.from(body, "base64");
    return [path, { bytes, headers: { ...headers, "content-length": bytes.length } }];
  }),
);

const server = createServer(({ url }, response) => {
  const answer = answers.get(url);
  if (answer) response.writeHead(200, answer.headers).end(answer.bytes);
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
