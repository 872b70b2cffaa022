// Starts the service and the face Worker as they are deployed, both in workerd on this machine, so
// that they can be attacked over HTTP.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, ROOT } from '../../scripts/bundle.ts';
import { applyMigrations } from '../../scripts/demo/local-database.ts';
import { ensureDemoTenant } from '../../scripts/demo/demo-tenant.ts';
import { copyFaceModels } from '../../scripts/models.ts';
import { freePort } from '../oauth/free-port.ts';

/** The levels that a site may require (`accept.liveness_level`). */
export const LEVELS = ['standard', 'strict'] as const;
export type Level = (typeof LEVELS)[number];

interface Result {
  verified: boolean;
  status: string;
  reason?: string;
  risk?: { band: string };
}

export interface ForgeTarget {
  origin: string;
  /**
   * Calls the service as a customer's backend would: with a POST if there is a body, otherwise with
   * a GET.
   */
  ask(path: string, body?: object): Promise<{ data: Result & { token: string } }>;
  /** Why the evidence of a session was refused, as the service logs it for operators only. */
  refusalsOf(sessionId: string): readonly string[];
  stop(): Promise<void>;
}

const TYPES = { '.wasm': 'CompiledWasm', '.bin': 'Data' } as const;
const FACE = 'agate-face';

/**
 * Bundles both Workers and starts them with empty storage and one customer.
 * @throws Error when nothing has been built, because the bundle needs files that the build creates
 */
export async function startTarget(): Promise<ForgeTarget> {
  if (!existsSync(join(ROOT, 'dist/assets'))) throw new Error('Run npm run build first.');
  const folder = await mkdtemp(join(tmpdir(), 'agate-forge-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const refusals = new Map<string, string[]>();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      handleStructuredLogs: ({ message }) => noteRefusal(refusals, message),
      workers: [await serviceOptions(origin, folder), await faceOptions(folder)],
    }),
  );
  await miniflare.ready;
  const database = await miniflare.getD1Database('DB', 'agate');
  await applyMigrations(database);
  const { secret_key: key } = await ensureDemoTenant(database, origin, []);
  return {
    origin,
    ask: async (path, body) => {
      const method = body ? 'POST' : 'GET';
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
      const response = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as { data: Result & { token: string } };
    },
    refusalsOf: (sessionId) => refusals.get(sessionId) ?? [],
    stop: async () => {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function serviceOptions(origin: string, folder: string) {
  const bundle = join(folder, 'service');
  await bundleWorker({ folder: bundle });
  // The pages are left out, because they need a build and no forger opens them.
  const { assets: _assets, ...worker } = optionsOf('wrangler.toml');
  const unlimited = { simple: { limit: 1_000_000, period: 60 } as const };
  const limits = Object.keys(worker.ratelimits ?? {});
  return {
    ...worker,
    name: 'agate',
    serviceBindings: { FACE },
    ratelimits: Object.fromEntries(
      limits.map((name) => [name, { namespace_id: name, ...unlimited }]),
    ),
    ...(await modulesOf(bundle)),
    bindings: {
      ...(worker.bindings as object | undefined),
      BASE_URL: origin,
      LOCAL: 'true',
      TOKEN_KEY: randomBytes(32).toString('base64'),
      KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    },
  };
}

async function faceOptions(folder: string) {
  const [bundle, models] = [join(folder, 'face'), join(folder, 'models')];
  await copyFaceModels(models);
  await bundleWorker({ config: 'wrangler.face.toml', folder: bundle });
  const { assets, ...worker } = optionsOf('wrangler.face.toml');
  return {
    ...worker,
    name: FACE,
    assets: { ...(assets as object), directory: models },
    ...(await modulesOf(bundle)),
  };
}

const optionsOf = (config: string) =>
  unstable_getMiniflareWorkerOptions(join(ROOT, config)).workerOptions;

async function modulesOf(bundle: string) {
  const files = await readdir(bundle);
  const beside = Object.entries(TYPES).flatMap(([end, type]) =>
    files.filter((name) => name.endsWith(end)).map((name) => ({ type, path: join(bundle, name) })),
  );
  const script = { type: 'ESModule' as const, path: join(bundle, 'index.js') };
  return { modules: [script, ...beside], modulesRoot: bundle };
}

/** Records the reason from a log line that reports refused evidence. */
function noteRefusal(refusals: Map<string, string[]>, message: string): void {
  if (!message.includes('evidence_refused')) return;
  const { session, step, reason } = JSON.parse(message) as Record<string, string>;
  if (session !== undefined)
    refusals.set(session, [...(refusals.get(session) ?? []), `${step}: ${reason}`]);
}
