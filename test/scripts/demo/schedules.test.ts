import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSchedules } from '../../../scripts/demo/schedules.ts';

let server: Server;
let fired: string[];
let status: number;

beforeEach(async () => {
  fired = [];
  status = 200;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    fired.push(`${url.pathname} ${url.searchParams.get('cron')}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('a start sends again what was left, runs every schedule, and repeats each as set in wrangler.toml', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await runSchedules(baseUrl());
  const at = (cron: string) => `/cdn-cgi/local/scheduled ${cron}`;
  expect(fired).toEqual([at('@restart'), at('*/10 * * * *'), at('17 3 * * *')]);
  vi.advanceTimersByTime(10 * 60_000);
  await vi.waitFor(() => expect(fired.slice(3)).toEqual([at('*/10 * * * *')]));
  fired.length = 0;
  vi.advanceTimersByTime(24 * 60 * 60_000);
  await vi.waitFor(() => expect(fired).toHaveLength(144 + 1));
});

test('a schedule that fails is reported and stops no other', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  status = 500;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await runSchedules(baseUrl());
  expect(fired).toHaveLength(3);
  expect(said).toHaveBeenCalledWith('The schedule @restart failed.');
});
