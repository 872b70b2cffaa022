// Runs real webhook receivers in Node alongside the tests in workerd. One receiver has an untrusted
// certificate.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TestProject } from 'vitest/node';
import { Receiver } from './receiver.ts';

declare module 'vitest' {
  interface ProvidedContext {
    receiver: string;
    untrustedReceiver: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const receiver = new Receiver();
  const read = (name: string) => readFileSync(new URL(name, import.meta.url));
  const open = createServer((request, response) => void receiver.answer(request, response));
  const untrusted = createSecureServer(
    { key: read('self-signed.key'), cert: read('self-signed.crt') },
    (request, response) => void receiver.answer(request, response),
  );
  project.provide('receiver', `http://127.0.0.1:${await listen(open)}`);
  project.provide('untrustedReceiver', `https://127.0.0.1:${await listen(untrusted)}`);
  return async () => {
    open.closeAllConnections();
    untrusted.closeAllConnections();
    await Promise.all([close(open), close(untrusted)]);
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
