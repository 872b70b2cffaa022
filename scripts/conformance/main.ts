// `npm run conformance`: prepares a run of the OpenID Foundation's conformance suite, serves the
// issuer, and prints the commands to run. The suite is not included and must be fetched separately.
import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { requireFreePort } from '../demo/ports.ts';
import { quietWrangler, startService } from '../demo/servers.ts';
import { endTogether, startGroup, type ProcessGroup } from '../process-group.ts';
import { FAPI_ALIAS, FAPI_PLAN } from './fapi2.ts';
import { PLANS } from './plans.ts';
import { configurationFile, prepare } from './prepare.ts';
import { portOf, readSettings, USAGE } from './settings.ts';
import { WALLET_PLANS, walletAddress } from './wallet-plans.ts';

const READY_TIMEOUT_MS = 120_000;
const groups: ProcessGroup[] = [];

async function serve(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  const { issuer, suite, folder, ip, trust } = settings;
  const port = portOf(issuer);
  await requireFreePort(
    port,
    (other) => `npm run conformance -- --issuer=https://${new URL(issuer).hostname}:${other}`,
  );
  const prepared = await prepare(settings);
  const { certificate, stateDirectory, problemsFile, skipsFile } = prepared;
  Object.assign(process.env, quietWrangler(stateDirectory));
  if (trust !== undefined) process.env['NODE_EXTRA_CA_CERTS'] = trust;
  await buildPages();
  const service = startService({ servicePort: port, baseUrl: issuer, stateDirectory }, [
    `--ip=${ip}`,
    '--local-protocol=https',
    `--https-key-path=${certificate.key}`,
    `--https-cert-path=${certificate.certificate}`,
  ]);
  groups.push(service);
  const ended = service.ended.then(({ output }) => {
    throw new Error(`The service ended by itself.\n${output}`);
  });
  await Promise.race([ended, waitUntilItAnswers(port)]);
  service.announce();
  const plans = [...PLANS, [FAPI_PLAN, FAPI_ALIAS] as const].map(
    ([plan, alias]) => `    '${plan}' ${configurationFile(folder, alias)}`,
  );
  console.log(`
  Issuer  ${issuer}
  Suite   ${suite}; it is not part of this: https://gitlab.com/openid/conformance-suite

  With the suite running, in its folder:

  CONFORMANCE_SERVER=${suite}/ CONFORMANCE_DEV_MODE=1 scripts/run-test-plan.py \\
    --expected-failures-file ${problemsFile} \\
    --expected-skips-file ${skipsFile} \\
${plans.join(' \\\n')}

  Proofs of wallets, which a person begins: in a link of the page, openid4vp:// becomes the address of the suite's wallet.

${WALLET_PLANS.map(([plan, name]) => `    '${plan}' ${configurationFile(folder, name)}\n      ${walletAddress(suite, name)}`).join('\n')}
    --expected-failures-file ${prepared.walletProblemsFile}

  Ctrl-C stops the issuer.
`);
  await ended;
}

async function buildPages(): Promise<void> {
  const build = startGroup('build', process.execPath, ['scripts/build.ts'], process.env);
  groups.push(build);
  const { exitCode, output } = await build.ended;
  if (exitCode !== 0) throw new Error(`The build failed.\n${output}`);
}

/**
 * Waits until the issuer responds. Any certificate is accepted, because the issuer's is
 * self-signed.
 */
async function waitUntilItAnswers(port: number): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const asked = request({ port, path: '/healthz', rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(true);
      });
      asked.on('error', () => resolve(false)).end();
    });
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error('The service does not answer.');
    await delay(200);
  }
}

const { end, isEnding } = endTogether(groups);

try {
  if (process.argv.includes('--help')) console.log(USAGE);
  else await serve();
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
