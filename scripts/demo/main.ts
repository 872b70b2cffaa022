// `npm start` and `npm run dev` (--watch), run after the packages have been installed: sets up
// secrets, database, build and demo tenant, and runs three servers.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { DemoSignIn } from './demo-sign-in.ts';
import type { DemoStaff } from './demo-staff.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { authorityFile, ensureAuthority } from './demo-wallet.ts';
import { addMissingSecrets } from './dev-vars.ts';
import { requireFreePort } from './ports.ts';
import { prepareState } from './prepare-state.ts';
import { recallPreparedState, type PreparedState } from './prepared-state.ts';
import { runSchedules } from './schedules.ts';
import { boundWorkers } from '../bound-workers.ts';
import { endTogether, startGroup, type ProcessGroup } from '../process-group.ts';
import { provisioningUri } from './authenticator.ts';
import { rebuildOnChange } from './rebuild.ts';
import {
  quietWrangler,
  startService,
  startShop,
  startWallet,
  waitUntilItAnswers,
} from './servers.ts';
import { readSettings, type Settings } from './settings.ts';

const groups: ProcessGroup[] = [];

/**
 * Runs until a server ends or a signal arrives.
 * @throws Error with a message for the user
 */
async function serveDemo(): Promise<never> {
  const settings = readSettings(process.env);
  Object.assign(process.env, quietWrangler(settings.stateDirectory));
  await requireFreePort(settings.servicePort, (other) => `PORT=${other} npm start`);
  await requireFreePort(settings.shopPort, (other) => `SHOP_PORT=${other} npm start`);
  await requireFreePort(settings.walletPort, (other) => `WALLET_PORT=${other} npm start`);
  const [{ tenant, oauth_client, account, admin, dashboard }] = await Promise.all([
    prepareData(settings),
    buildPages(),
  ]);

  const service = track(startService(settings));
  const shop = track(startShop(settings, tenant, oauth_client));
  const wallet = track(startWallet(settings));
  const failure = Promise.race([service, shop, wallet].map(failWhenItEnds));
  await Promise.race([
    failure,
    Promise.all([
      waitUntilItAnswers(settings.baseUrl, service),
      waitUntilItAnswers(settings.shopUrl, shop),
      waitUntilItAnswers(settings.walletUrl, wallet),
    ]),
  ]);
  for (const group of [service, shop, wallet]) group.announce();
  const addresses = {
    base_url: settings.baseUrl,
    shop_url: settings.shopUrl,
    wallet_url: settings.walletUrl,
  };
  const people = { account, admin, dashboard };
  writePrivately(settings.demoFile, { ...addresses, tenant, oauth_client, ...people });
  printWelcome(settings, tenant, people);
  void runSchedules(settings.baseUrl);
  if (process.argv.includes('--watch')) await rebuildOnChange();
  return failure;
}

async function prepareData(settings: Settings): Promise<PreparedState> {
  const file = join(settings.stateDirectory, 'demo', 'prepared.json');
  const walletAuthority = await ensureAuthority(authorityFile(settings.stateDirectory));
  const run = { ...settings, walletAuthority };
  const state =
    recallPreparedState(file, settings.stateDirectory, run) ??
    (await prepareState(run, [file, settings.demoFile]));
  addMissingSecrets(state.secrets);
  writePrivately(file, state);
  return state;
}

async function buildPages(): Promise<void> {
  const build = track(startGroup('build', process.execPath, ['scripts/build.ts'], process.env));
  const { exitCode, output } = await build.ended;
  groups.splice(groups.indexOf(build), 1);
  if (exitCode !== 0) throw new Error(`The build failed.\n${output}`);
}

async function failWhenItEnds(group: ProcessGroup): Promise<never> {
  const { output } = await group.ended;
  throw new Error([`The ${group.name} ended by itself.`, output].filter(Boolean).join('\n'));
}

function track(group: ProcessGroup): ProcessGroup {
  groups.push(group);
  return group;
}

function writePrivately(file: string, content: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

function printWelcome(
  settings: Settings,
  tenant: DemoTenant,
  { account, admin, dashboard }: Pick<DemoSignIn, 'account'> & DemoStaff,
): void {
  const bound = boundWorkers();
  console.log(`
  Demo shop   ${settings.shopUrl}
  Demo wallet ${settings.walletUrl}
  Service     ${settings.baseUrl}
  Reference   ${settings.baseUrl}/docs
  Mails       ${settings.baseUrl}/outbox
  Faces       ${bound.includes('FACE') ? 'measured by the Worker agate-face' : 'measured on the device only: no FACE in wrangler.toml'}
  Documents   ${bound.includes('DOCUMENTS') ? 'read by the Worker agate-documents' : 'not read: no DOCUMENTS in wrangler.toml'}
  Wallets     ${bound.includes('WALLET') ? 'judged by the Worker agate-wallet' : 'not asked: no WALLET in wrangler.toml'}

  Tenant      ${tenant.name} (${tenant.id})
  Secret key  ${tenant.secret_key}
  Sandbox     ${tenant.test_secret_key}
  Account     ${account.email}, password ${account.password}
  Dashboard   ${settings.baseUrl}/dashboard
              ${dashboard.email}, password ${dashboard.password}
  Operators   ${settings.baseUrl}/admin
              ${admin.email}, password ${admin.password}; npm run totp prints a code, or add this to an app:
              ${provisioningUri('Agate demo', admin.email, admin.totp_secret)}

  All keys are in ${relative(process.cwd(), settings.demoFile)}. Ctrl-C stops everything.
`);
}

const { end, isEnding } = endTogether(groups);
// The parent process has ended without sending a signal.
process.on('disconnect', () => void end(1));
// A closed output pipe (a pager, `head`) must not prevent the cleanup.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void end(1));

try {
  await serveDemo();
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
