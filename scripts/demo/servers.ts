// Runs the demo's Workers in two `wrangler dev` processes: the service with the Workers that it is
// bound to, and the shop that uses the service. The demo wallet is a third process, which needs
// only Node.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantKeys } from '../credentials.ts';
import { boundConfigs } from '../bound-workers.ts';
import type { DemoSignIn } from './demo-sign-in.ts';
import { authorityFile } from './demo-wallet.ts';
import { startGroup, type ProcessGroup } from '../process-group.ts';
import type { Settings } from './settings.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';
const READY_TIMEOUT_MS = 120_000;

interface ServiceSettings extends Pick<Settings, 'servicePort' | 'baseUrl' | 'stateDirectory'> {
  /** The configuration to use instead of wrangler.toml; the secrets still come from `.dev.vars`. */
  configuration?: string;
}

/** The option that binds a server to `localhost` only, so that no other machine can connect. */
const HERE_ONLY = ['--ip=localhost'];

/** @param listening wrangler's options for address and protocol */
export function startService(
  settings: ServiceSettings,
  listening: readonly string[] = HERE_ONLY,
): ProcessGroup {
  return startWorker('service', settings.servicePort, settings, [
    ...listening,
    `--config=${settings.configuration ?? 'wrangler.toml'}`,
    ...(settings.configuration === undefined ? [] : ['--env-file=.dev.vars']),
    ...boundConfigs().map((config) => `--config=${config}`),
    `--var=BASE_URL:${settings.baseUrl}`,
    '--var=LOCAL:true',
    '--var=LOCAL_OUTBOX:true',
    // The data controller that /privacy and the hosted page name.
    '--var=OPERATOR_NAME:Agate Demo',
    '--var=OPERATOR_CONTACT:privacy@agate.example',
    '--var=OPERATOR_ADDRESS:1 Quarry Lane, Springfield',
    '--var=TERMS:This service runs on your own machine, for trying it.',
    // A new installation never has fifty passes in circulation, so no minimum is required.
    '--var=PASS_FLOOR:0',
    // Local queues are kept in memory, so a crash loses their events; these are sent again after a
    // short time.
    '--var=EVENT_REMINDER_SECONDS:10',
    '--var=LIST_DELAY_SECONDS:0',
    ...TRIED.flatMap((name) => (process.env[name] ? [`--var=${name}:${process.env[name]}`] : [])),
  ]);
}

/**
 * Settings that are passed on to the service if they are set as environment variables; the demo
 * itself sets none of them.
 */
const TRIED = [
  'TURNSTILE_SITE_KEY',
  'TURNSTILE_SECRET',
  'TURNSTILE_ORIGIN',
  'DNS_OVER_HTTPS',
  'BENT_PICTURES',
];

/**
 * Passes the shop's keys in a file that only its owner can read, because arguments are visible in
 * process lists.
 */
export function startShop(
  settings: Settings,
  keys: TenantKeys,
  client: DemoSignIn['oauth_client'],
): ProcessGroup {
  const folder = join(settings.stateDirectory, 'demo');
  mkdirSync(folder, { recursive: true });
  const envFile = join(folder, 'shop.env');
  const lines = [
    `AGATE_URL=${settings.baseUrl}`,
    `AGATE_SECRET_KEY=${keys.secret_key}`,
    `AGATE_TEST_SECRET_KEY=${keys.test_secret_key}`,
    `AGATE_CLIENT_ID=${client.client_id}`,
    `AGATE_CLIENT_SECRET=${client.client_secret}`,
    `WALLET_URL=${settings.walletUrl}`,
  ];
  writeFileSync(envFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  return startWorker('shop', settings.shopPort, settings, [
    ...HERE_ONLY,
    '--config=examples/shop/wrangler.toml',
    `--env-file=${envFile}`,
  ]);
}

export function startWallet({ walletPort, stateDirectory }: Settings): ProcessGroup {
  const file = authorityFile(stateDirectory);
  const args = ['scripts/demo/serve-wallet.ts', `--port=${walletPort}`, `--authority=${file}`];
  return startGroup('wallet', process.execPath, args, process.env);
}

/**
 * @param server the server that listens at the URL
 * @throws Error with the server's output when it does not respond in time
 */
export async function waitUntilItAnswers(url: string, server: ProcessGroup): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    try {
      await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
      return;
    } catch {
      await delay(100);
    }
  }
  const message = `${url} did not answer within ${READY_TIMEOUT_MS / 1000} s.`;
  throw new Error([message, server.unseen()].filter(Boolean).join('\n'));
}

function startWorker(
  name: string,
  port: number,
  settings: Pick<Settings, 'stateDirectory'>,
  args: readonly string[],
): ProcessGroup {
  const shared = [
    '--local',
    '--show-interactive-dev-session=false',
    '--inspector-port=0',
    `--port=${port}`,
    `--persist-to=${settings.stateDirectory}`,
  ];
  return startGroup(name, process.execPath, [WRANGLER, 'dev', ...args, ...shared], process.env);
}

/** Wrangler settings: no telemetry, no network requests, no files outside the state directory. */
export function quietWrangler(stateDirectory: string): Record<string, string> {
  return {
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
    WRANGLER_REGISTRY_PATH: join(stateDirectory, 'demo', 'registry'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
}
