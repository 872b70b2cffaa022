// Agate as a benchmark target: the deployed bundle in workerd, with a local database, Durable
// Objects and queues.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { D1Database } from '@cloudflare/workers-types';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, ROOT } from '../../scripts/bundle.ts';
import { ensureDemoSignIn } from '../../scripts/demo/demo-sign-in.ts';
import { ensureDemoTenant } from '../../scripts/demo/demo-tenant.ts';
import { FapiClient } from './fapi-client.ts';
import { freePort } from './free-port.ts';
import { OwnCalls } from './own-calls.ts';
import { PortalVisitor } from './portal-visitor.ts';
import { cpuSeconds } from './processes.ts';
import { CHALLENGE, REDIRECT_URI, type Target } from './target.ts';
import { runWorker, type WorkerSettings } from './worker-host.ts';

const BUNDLES = join(ROOT, '.cache/bench/agate');
const SCOPE = 'openid profile email age_verification';

export async function startAgate(): Promise<Target> {
  const agate = await runAgate();
  const { miniflare, origin, pid, client, account, start } = agate;
  const visitor = new PortalVisitor(origin, account);
  const ask = authorizationRequest(origin, client.client_id);
  await visitor.visit(ask);
  const database = await miniflare.getD1Database('DB');
  const bank = await FapiClient.register(origin, database, agate.tenant.id);
  return {
    name: 'Agate',
    pid,
    endpoints: {
      token: `${origin}/oauth/token`,
      userinfo: `${origin}/oauth/userinfo`,
      introspection: `${origin}/oauth/introspect`,
      discovery: `${origin}/.well-known/openid-configuration`,
    },
    client: { id: client.client_id, secret: client.client_secret },
    issueCode: async () => (await visitor.visit(ask)).searchParams.get('code') ?? '',
    missing: {},
    own: new OwnCalls(agate, { visitor, ask, bank }),
    start,
    stop: () => miniflare.dispose(),
  };
}

/**
 * @param main the module to bundle instead of the service's own
 * @param settings settings that override the benchmark's own
 * @param more.inspectorPort the port of the runtime's inspector, if one is needed
 */
export async function runAgate(
  main = 'src/index.ts',
  settings: Readonly<Record<string, string>> = {},
  more: { inspectorPort?: number } = {},
) {
  const bundle = join(BUNDLES, parse(main).name);
  if (!existsSync(join(ROOT, 'dist/assets'))) throw new Error('Run npm run build first.');
  await bundleWorker({ folder: bundle, main });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const place = { origin, bundle, file: `${parse(main).name}.js`, settings };
  const options = { ...workerOptions(place), ...more };
  const { miniflare, pid } = await runWorker(options, port);
  // This first request reads no rows, so the database may still be empty.
  await fetch(`${origin}/.well-known/openid-configuration`);
  const script = await readFile(join(bundle, `${parse(main).name}.js`));
  const start = { cpuMs: cpuSeconds(pid) * 1000, gzipBytes: gzipSync(script).length };
  const database = await miniflare.getD1Database('DB');
  await migrate(database);
  const tenant = await ensureDemoTenant(database, origin, []);
  const { oauth_client: client, account } = await ensureDemoSignIn(database, tenant, origin, []);
  return { miniflare, origin, pid, tenant, client, account, start };
}

/** The URL of an authorization request with the benchmark's PKCE challenge. */
export function authorizationRequest(origin: string, clientId: string): URL {
  const ask = new URL('/oauth/authorize', origin);
  ask.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }).toString();
  return ask;
}

interface Place {
  origin: string;
  bundle: string;
  file: string;
  settings: Readonly<Record<string, string>>;
}

function workerOptions({ origin, bundle, file, settings }: Place): WorkerSettings {
  // Static assets are left out: their local emulation would double the time of every request, and
  // on Cloudflare they take no Worker time.
  const { assets: _assets, ...worker } = unstable_getMiniflareWorkerOptions(
    join(ROOT, 'wrangler.toml'),
  ).workerOptions;
  // Lifts the rate limits, which would block the load because all of it comes from one address.
  const unlimited = { simple: { limit: 1_000_000, period: 60 } } as const;
  const ratelimits = Object.fromEntries(
    Object.keys(worker.ratelimits ?? {}).map((name) => [
      name,
      { namespace_id: name, ...unlimited },
    ]),
  );
  const key = () => randomBytes(32).toString('base64');
  return {
    ...worker,
    // No face Worker is bound, because the benchmark measures no faces.
    serviceBindings: {},
    ratelimits,
    modules: [{ type: 'ESModule', path: join(bundle, file) }],
    modulesRoot: bundle,
    bindings: {
      ...(worker.bindings as object | undefined),
      BASE_URL: origin,
      LOCAL: 'true',
      TOKEN_KEY: key(),
      KEY_ENCRYPTION_KEY: key(),
      ...settings,
    },
  };
}

async function migrate(database: D1Database): Promise<void> {
  const folder = join(ROOT, 'migrations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  for (const file of files) {
    const statements = (await readFile(join(folder, file), 'utf8'))
      .split('--> statement-breakpoint')
      .filter((statement) => statement.trim() !== '');
    await database.batch(statements.map((statement) => database.prepare(statement)));
  }
}
