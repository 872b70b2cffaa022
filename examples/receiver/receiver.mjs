// A webhook receiver that verifies signatures and prints events. Needs only Node.
//   WEBHOOK_SECRET=whsec_… node examples/receiver/receiver.mjs <port> [number of events to await]
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
    if (!isFromAgate(body, request.headers)) {
      response.writeHead(400, { Connection: 'close' }).end();
      log('Something came that Agate did not sign.');
      return;
    }
    const { id, type, data, challenge } = JSON.parse(body);
    // The service sends no events until the challenge has been returned.
    if (type === 'endpoint.challenge') {
      response.writeHead(200, { Connection: 'close' }).end(challenge);
      return;
    }
    // Respond first, within 10 seconds; do the work afterwards.
    response.writeHead(204, { Connection: 'close' }).end();
    log(`${type} for ${data.external_user_id}, signed by Agate (${id})`);
    left -= 1;
    if (left <= 0) server.close();
  });
});

/** Verifies the raw body, before any parsing. An old signature may be a replay. */
function isFromAgate(rawBody, headers) {
  const {
    'webhook-id': id,
    'webhook-timestamp': t,
    'webhook-signature': signatures = '',
  } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(t)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  // Refuse an empty secret: anybody could make signatures with it.
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${t}.${rawBody}`).digest();
  // For a day after a rotation there are two signatures; one of them is made with the secret of
  // this receiver.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function log(line) {
  process.stdout.write(`${line}\n`);
}

if (secret === '') log('WEBHOOK_SECRET is not set: nothing will be taken for signed.');
server.listen(port, '127.0.0.1');
