// The service as it is deployed, in workerd, with its storage on disk. It can be killed with
// SIGKILL and restarted.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, ROOT } from '../../scripts/bundle.ts';
import { freePort } from '../oauth/free-port.ts';
import type { HostMessage, HostSettings, Query } from './host.ts';

/** The folder of the ledgers' databases inside the folder in which miniflare stores everything. */
const LEDGERS = join('do', 'agate-Ledger');
const HOST = fileURLToPath(new URL('host.ts', import.meta.url));

export class KillableService {
  readonly origin: string;
  /** The service's KEY_ENCRYPTION_KEY: base64 of 32 bytes. */
  readonly keyEncryptionKey: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(origin: string, keyEncryptionKey: string, folder: string) {
    this.origin = origin;
    this.keyEncryptionKey = keyEncryptionKey;
    this.#folder = folder;
  }

  /** Bundles the Worker and starts it with empty storage. */
  static async start(): Promise<KillableService> {
    const folder = await mkdtemp(join(tmpdir(), 'agate-storm-'));
    const bundle = join(folder, 'bundle');
    await bundleWorker({ folder: bundle });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const keyEncryptionKey = randomBytes(32).toString('base64');
    const settings = settingsOf({ origin, port, keyEncryptionKey, bundle, folder });
    await writeFile(join(folder, 'host.json'), JSON.stringify(settings), { mode: 0o600 });
    const service = new KillableService(origin, keyEncryptionKey, folder);
    await service.restart();
    return service;
  }

  /** Kills workerd and its parent regardless of what they are doing, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** Restarts the service on the existing storage. */
  async restart(): Promise<void> {
    const child = fork(HOST, [join(this.#folder, 'host.json')], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The host ended with ${code}.`)));
    });
  }

  /**
   * Reads or writes the service's own database. Call it while the service runs, one query at a
   * time.
   */
  async query<Row>(sql: string, ...parameters: Query['parameters']): Promise<Row[]> {
    const child = this.#child;
    if (child === undefined) throw new Error('The service does not run.');
    const answer = new Promise<HostMessage>((resolve) => {
      child.once('message', (message) => resolve(message as HostMessage));
    });
    child.send({ sql, parameters } satisfies Query);
    const message = await answer;
    return 'rows' in message ? (message.rows as Row[]) : [];
  }

  /** Runs a query on every volume of every ledger. Call it while the service is stopped. */
  readLedgers<Row>(sql: string): Row[] {
    return filesIn(join(this.#folder, 'state', LEDGERS)).flatMap((file) => {
      const database = new DatabaseSync(file);
      try {
        const hasEvents = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'events'");
        return hasEvents.get() === undefined ? [] : (database.prepare(sql).all() as Row[]);
      } finally {
        database.close();
      }
    });
  }

  /**
   * Measures the stored bytes, including index entries: the list of sessions in D1, everything else
   * in D1, and all volumes of ledgers. Call it while the service is stopped.
   */
  readSizes(): { list: number; others: number; ledgers: number } {
    const state = join(this.#folder, 'state');
    const sizesIn = (folder: string, where: string): number =>
      filesIn(join(state, folder)).reduce((sum, file) => sum + sizeOf(file, where), 0);
    return {
      list: sizesIn('d1', "name LIKE 'verification_sessions%'"),
      others: sizesIn('d1', "name NOT LIKE 'verification_sessions%' AND name NOT LIKE '_cf%'"),
      ledgers: sizesIn(LEDGERS, "name NOT LIKE '_cf%'"),
    };
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name));

function sizeOf(file: string, where: string): number {
  const database = new DatabaseSync(file);
  try {
    const query = `SELECT coalesce(sum(pgsize), 0) AS bytes FROM dbstat
      WHERE aggregate = TRUE AND ${where}`;
    return Number(database.prepare(query).get()?.['bytes']);
  } finally {
    database.close();
  }
}

interface Place {
  origin: string;
  port: number;
  keyEncryptionKey: string;
  bundle: string;
  folder: string;
}

function settingsOf({ origin, port, keyEncryptionKey, bundle, folder }: Place): HostSettings {
  // The pages are left out, because they need a build and no storm opens them.
  const { assets: _assets, ...worker } = unstable_getMiniflareWorkerOptions(
    join(ROOT, 'wrangler.toml'),
  ).workerOptions;
  const unlimited = { simple: { limit: 1_000_000, period: 60 } };
  return {
    worker: {
      ...worker,
      name: 'agate',
      // No face Worker is bound, because a storm measures no faces.
      serviceBindings: {},
      host: '127.0.0.1',
      port,
      resourcePersistencePath: join(folder, 'state'),
      unsafeTriggerHandlers: true,
      // Lifts the rate limits, because all load comes from one address and one customer.
      ratelimits: Object.fromEntries(
        Object.keys(worker.ratelimits ?? {}).map((name) => [
          name,
          { namespace_id: name, ...unlimited },
        ]),
      ),
      modules: [{ type: 'ESModule', path: join(bundle, 'index.js') }],
      modulesRoot: bundle,
      bindings: {
        ...(worker.bindings as object | undefined),
        BASE_URL: origin,
        LOCAL: 'true',
        LOCAL_OUTBOX: 'true',
        EVENT_REMINDER_SECONDS: '3',
        LIST_DELAY_SECONDS: '2',
        TOKEN_KEY: randomBytes(32).toString('base64'),
        KEY_ENCRYPTION_KEY: keyEncryptionKey,
      },
    } as HostSettings['worker'],
  };
}
