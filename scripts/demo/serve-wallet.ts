// Serves the demo wallet (examples/wallet) on this machine only. It is a separate program, because
// it is not part of the service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import wallet from '../../examples/wallet/src/index.ts';
import { ensureAuthority } from './demo-wallet.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8790' }, authority: { type: 'string' } },
});
if (values.authority === undefined)
  throw new Error('Name the file of the authority: --authority=…');
const authority = await ensureAuthority(values.authority);
const origin = `http://localhost:${values.port}`;

createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    outgoing.writeHead(500).end();
  });
}).listen(Number(values.port), 'localhost');

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const body = await buffer(incoming);
  const request = new Request(new URL(url, origin), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const response = await wallet.fetch(request, { authority });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
