// The other providers as benchmark targets. Each is configured as its documentation recommends,
// with its fastest local store.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { freePort } from './free-port.ts';
import { CHALLENGE, REDIRECT_URI, type Target } from './target.ts';
import { runWorker } from './worker-host.ts';

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));

export async function startOidcProvider(): Promise<Target> {
  return startNodePeer('oidc-provider', 'oidc-provider (Node)');
}

export async function startBetterAuth(): Promise<Target> {
  return startNodePeer('better-auth', 'better-auth (Node)');
}

export async function startWorkersOAuthProvider(): Promise<Target> {
  const path = join(BUNDLES, 'workers-oauth-provider.js');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await build({
    entryPoints: [join(PEERS, 'workers-oauth-provider.mjs')],
    outfile: path,
    bundle: true,
    format: 'esm',
    external: ['cloudflare:*', 'node:*'],
    define: { ORIGIN: JSON.stringify(origin) },
    logLevel: 'error',
  });
  const settings = {
    modules: [{ type: 'ESModule' as const, path }],
    modulesRoot: BUNDLES,
    compatibilityDate: '2026-11-01',
    compatibilityFlags: ['nodejs_compat', 'global_fetch_strictly_public'],
    kvNamespaces: ['OAUTH_KV'],
  };
  const { miniflare, pid } = await runWorker(settings, port);
  const made = await fetch(`${origin}/bench/client?${query({ redirect_uri: REDIRECT_URI })}`);
  const client = (await made.json()) as Target['client'];
  const ask = query({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  return {
    name: 'workers-oauth-provider (workerd)',
    pid,
    client,
    endpoints: {
      token: `${origin}/token`,
      userinfo: `${origin}/userinfo`,
      discovery: `${origin}/.well-known/oauth-authorization-server`,
    },
    issueCode: () => read(`${origin}/authorize?${ask}`),
    missing: { introspection: 'it has no introspection endpoint' },
    stop: () => miniflare.dispose(),
  };
}

interface Ready {
  client: Target['client'];
  endpoints: Target['endpoints'];
}

/** Starts peers/<file>.mjs and waits until it is listening. */
async function startNodePeer(file: string, name: string): Promise<Target> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(PEERS, `${file}.mjs`)], {
    cwd: PEERS,
    env: { ...process.env, PORT: String(port), CHALLENGE, REDIRECT_URI, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { client, endpoints } = await readyFacts(child, name);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} did not start.`);
  return {
    name,
    pid,
    client,
    endpoints,
    issueCode: (purpose) => read(`http://localhost:${port}/bench/code?${query({ purpose })}`),
    missing: {},
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function readyFacts(child: ChildProcess, name: string): Promise<Ready> {
  if (child.stdout === null) throw new Error('No output.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"ready":true')) continue;
    child.stdout.resume();
    return JSON.parse(line) as Ready;
  }
  throw new Error(`${name} did not start.`);
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} at ${url}: ${text.slice(0, 300)}`);
  return text;
}

const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
