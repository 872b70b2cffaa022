// Agate as a target: the deployed bundle in workerd, with a local database, objects and queues.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { D1Database } from '@cloudflare/workers-types';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { ensureDemoSignIn } from '../../scripts/demo/demo-sign-in.ts';
import { ensureDemoTenant } from '../../scripts/demo/demo-tenant.ts';
import { freePort } from './free-port.ts';
import { PortalVisitor } from './portal-visitor.ts';
import { CHALLENGE, REDIRECT_URI, type Target } from './target.ts';
import { runWorker, type WorkerSettings } from './worker-host.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUNDLE = join(ROOT, '.cache/bench/agate');
const SCOPE = 'openid profile email age_verification';

export async function startAgate(): Promise<Target> {
  await promisify(execFile)('wrangler', ['deploy', '--dry-run', '--outdir', BUNDLE], { cwd: ROOT });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { miniflare, pid } = await runWorker(workerOptions(origin), port);
  const database = await miniflare.getD1Database('DB');
  await migrate(database);
  const tenant = await ensureDemoTenant(database, origin, []);
  const { oauth_client: client, account } = await ensureDemoSignIn(database, tenant, origin, []);
  const visitor = new PortalVisitor(origin, account);
  const ask = new URL('/oauth/authorize', origin);
  ask.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }).toString();
  await visitor.visit(ask);
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
    stop: () => miniflare.dispose(),
  };
}

function workerOptions(origin: string): WorkerSettings {
  // The local emulation of static assets would double the time of every request; Cloudflare's takes no Worker time.
  const { assets: _assets, ...worker } = unstable_getMiniflareWorkerOptions(
    join(ROOT, 'wrangler.toml'),
  ).workerOptions;
  // All load comes from one address, which the rate limits would block.
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
    // No face is measured.
    serviceBindings: {},
    ratelimits,
    modules: [{ type: 'ESModule', path: join(BUNDLE, 'index.js') }],
    modulesRoot: BUNDLE,
    bindings: {
      ...(worker.bindings as object | undefined),
      BASE_URL: origin,
      LOCAL: 'true',
      TOKEN_KEY: key(),
      KEY_ENCRYPTION_KEY: key(),
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
