// The example webhook receivers, which people copy: each responds to a signed challenge, and
// rejects all unsigned requests.
import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { consoleReceivers } from '../../scripts/console-examples/receivers.ts';
import { findPython, NO_PYTHON } from '../../scripts/check/find-python.ts';

const KEY = randomBytes(24);
const SECRET = `whsec_${KEY.toString('base64')}`;
const CHALLENGE = 'q3-a_challenge';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(program: string, file: string): Promise<string> {
  const port = await freePort();
  const child = spawn(program, [`examples/receiver/${file}`, String(port)], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const address = `http://127.0.0.1:${port}/`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}.`);
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return address;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

function post(address: string, body: string, key = KEY, seconds = Math.floor(Date.now() / 1000)) {
  const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64');
  return fetch(address, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,AAAA v1,${signature}`,
    },
  });
}

const BODY = JSON.stringify({ type: 'endpoint.challenge', challenge: CHALLENGE });

const python = findPython();
if (python === undefined) console.warn(NO_PYTHON);
const PROGRAMS = [
  ['receiver.mjs', process.execPath],
  ...(python === undefined ? [] : [['receiver.py', python] as const]),
] as const;

describe.each(PROGRAMS)('%s', (file, program) => {
  test('returns a signed challenge, accepts a signed event, and refuses unsigned and old ones', async () => {
    const address = await start(program, file);
    const proven = await post(address, BODY);
    expect([proven.status, await proven.text()]).toEqual([200, CHALLENGE]);
    const event = { id: 'evt_1', type: 'session.success', data: { external_user_id: 'a' } };
    expect((await post(address, JSON.stringify(event))).ok).toBe(true);
    expect((await post(address, BODY, randomBytes(24))).status).toBe(400);
    expect((await post(address, BODY, KEY, Math.floor(Date.now() / 1000) - 301)).status).toBe(400);
  });
});

test('the console shows the receiver programs unchanged', () => {
  expect(
    JSON.parse(readFileSync('widget/console/dashboard/pages/webhook/receivers.json', 'utf8')),
  ).toEqual(consoleReceivers());
});
