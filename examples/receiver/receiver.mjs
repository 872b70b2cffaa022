// A webhook receiver that verifies signatures and prints events. Needs only Node.
//   WEBHOOK_SECRET=whsec_… node examples/receiver/receiver.mjs <port> [how many to wait for]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const port = Number(process.argv[2] ?? 8789);
let left = Number(process.argv[3] ?? Infinity);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (!isFromAgate(body, request.headers['agate-signature'])) {
      response.writeHead(400, { Connection: 'close' }).end();
      say('Something came that Agate did not sign.');
      return;
    }
    const { id, type, data, challenge } = JSON.parse(body);
    // Whoever can return the challenge may have the events.
    if (type === 'endpoint.challenge') {
      response.writeHead(200, { Connection: 'close' }).end(challenge);
      return;
    }
    // Respond first, within 10 seconds; do the work afterwards.
    response.writeHead(204, { Connection: 'close' }).end();
    say(`${type} for ${data.external_user_id}, signed by Agate (${id})`);
    left -= 1;
    if (left <= 0) server.close();
  });
});

/** Verifies the raw body, before any parsing. An old signature may be a replay. */
function isFromAgate(rawBody, header) {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${t}.${rawBody}`).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

server.listen(port, '127.0.0.1');
