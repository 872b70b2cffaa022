// `npm run bench`: compares Agate's OAuth endpoints with other providers, in one run with one load generator, and with
// the RSA signing rate, which bounds token responses. Options after `--`: `--seconds=5` per figure, `--only=Agate`.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startAgate } from './agate.ts';
import { startBetterAuth, startOidcProvider, startWorkersOAuthProvider } from './peer-targets.ts';
import { ProviderCalls } from './provider-calls.ts';
import { printMachine, printTable, type Row } from './table.ts';
import { startSigner, type Signer } from './signer.ts';
import { MEASURES, type Target } from './target.ts';

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));
const STARTERS = [startAgate, startOidcProvider, startWorkersOAuthProvider, startBetterAuth];

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});
const durationMs = Number(values.seconds) * 1000;

if (!existsSync(join(PEERS, 'node_modules'))) {
  console.log('Installing the peers …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS });
}
const targets: Target[] = [];
const signer = await startSigner();
try {
  for (const start of STARTERS) targets.push(await start());
  const chosen = targets.filter(({ name }) => name.includes(values.only));
  printMachine();
  printTable(await measureAll(chosen, signer));
} finally {
  await Promise.all([signer.stop(), ...targets.map((target) => target.stop())]);
}

/** One figure after the other, for all targets in turn, so that other load on the machine affects all equally. */
async function measureAll(chosen: readonly Target[], signer: Signer): Promise<Row[]> {
  const calls = chosen.map((target) => ({ target, calls: new ProviderCalls(target) }));
  const rows: Row[] = [];
  for (const measure of MEASURES) {
    const hasTokens = measure === 'exchange' || measure === 'refresh';
    const bound = hasTokens ? await signer.run(durationMs) : undefined;
    for (const { target, calls: provider } of calls) {
      // Warm-up: runtimes compile on first use.
      await provider.run(measure, durationMs / 2);
      const figures = await provider.run(measure, durationMs);
      const signatures = hasTokens ? await provider.signaturesPerAnswer(measure) : 0;
      rows.push({
        measure,
        name: target.name,
        figures,
        signatures,
        bound,
        why: target.missing[measure],
      });
    }
  }
  for (const { calls: provider } of calls) provider.close();
  return rows;
}
