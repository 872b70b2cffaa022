// Runs workerd inside a separate process, so that a storm can kill workerd together with its
// parent. The argument is a file with the settings.
import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { applyMigrations } from '../../scripts/demo/local-database.ts';
import type { WorkerSettings } from '../oauth/worker-host.ts';

/** The host's messages: one when it is ready, and one with the rows of each query. */
export type HostMessage = { ready: true } | { rows: Record<string, unknown>[] };

export interface HostSettings {
  worker: WorkerSettings;
}

/** Asks the host to run one statement and to send back its rows. */
export interface Query {
  sql: string;
  parameters: (string | number | null)[];
}

const [file = ''] = process.argv.slice(2);
const { worker } = JSON.parse(readFileSync(file, 'utf8')) as HostSettings;
const miniflare = new Miniflare(
  convertV4MiniflareOptions({ ...worker, handleStructuredLogs: () => {} }),
);
await miniflare.ready;
const database = await miniflare.getD1Database('DB');
await applyMigrations(database);

process.on('message', ({ sql, parameters }: Query) => {
  void database
    .prepare(sql)
    .bind(...parameters)
    .all()
    .then(({ results }) => send({ rows: results }));
});
// Exits when the parent process has ended.
process.on('disconnect', () => process.exit(1));
send({ ready: true });

function send(message: HostMessage): void {
  process.send?.(message);
}
