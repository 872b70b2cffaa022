// `npm run bench -- oauth`: compares Agate's endpoints with those of other providers and with
// floors (floors.ts), in one run with one load generator. Options: `--seconds=3` (per figure),
// `--rounds=3` (over all figures), `--only=Agate`, `--endpoints=userinfo,init`; `--parts` also
// prints what each part of a userinfo request costs. Prints the tables of docs/performance.md.
// Needs `npm run build`.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { printStolenTime } from '../report.ts';
import { startAgate } from './agate.ts';
import { startFloors, type Floors } from './floors.ts';
import type { Figures } from './load.ts';
import { startBetterAuth, startOidcProvider, startWorkersOAuthProvider } from './peer-targets.ts';
import { cpuSeconds } from './processes.ts';
import { ProviderCalls } from './provider-calls.ts';
import { startSigner, type Signer } from './signer.ts';
import {
  printFloors,
  printMachine,
  printParts,
  printPeers,
  printSignatures,
  type Round,
} from './table.ts';
import { MEASURES, OWN_MEASURES, PARTS, type Target } from './target.ts';

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));
const STARTERS = [startAgate, startOidcProvider, startWorkersOAuthProvider, startBetterAuth];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    parts: { type: 'boolean', default: false },
    endpoints: { type: 'string', default: [...MEASURES, ...OWN_MEASURES].join(',') },
  },
});
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);
if (!(durationMs > 0 && rounds >= 1)) throw new Error('--seconds and --rounds are numbers from 1.');
const endpoints = values.endpoints.split(',');
const isSelected = (what: Round['measure']): boolean => endpoints.includes(what);
const unknown = endpoints.find(
  (one) => ![...MEASURES, ...OWN_MEASURES].some((what) => what === one),
);
if (unknown !== undefined) throw new Error(`--endpoints: there is no ${unknown}.`);

if (!existsSync(join(PEERS, 'node_modules'))) {
  console.log('Installing the peers …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS });
}
const targets: Target[] = [];
const signer = await startSigner();
const floors = await startFloors((pid) => cpuSeconds(pid) * 1000);
try {
  for (const start of STARTERS) targets.push(await start());
  const chosen = targets.filter(({ name }) => name.includes(values.only));
  printMachine();
  const all = await measureAll(chosen, floors, signer);
  printPeers(all, chosen);
  printSignatures(all);
  printFloors(all);
  if (values.parts) printParts(all);
  for (const { name, start } of chosen)
    if (start !== undefined)
      console.log(
        `\n${name}: ${(start.cpuMs - floors.startCpuMs).toFixed(0)} ms of CPU until the first answer, beside an empty Worker's ${floors.startCpuMs.toFixed(0)} ms (wanted: 200); script of ${(start.gzipBytes / 1000).toFixed(0)} kB, compressed (wanted: 700).`,
      );
  printStolenTime();
} finally {
  await Promise.all([signer.stop(), floors.stop(), ...targets.map((target) => target.stop())]);
}

/**
 * Measures one figure after another, each for all targets and their floor in direct succession, so
 * that other load on the machine affects all of them equally. Every round repeats all the
 * measurements.
 */
async function measureAll(
  chosen: readonly Target[],
  least: Floors,
  signatures: Signer,
): Promise<Round[]> {
  const providers = chosen.map((target) => ({ target, calls: new ProviderCalls(target) }));
  const done: Round[] = [];
  const note = async (what: Round['measure'], name: string, run: Run) => {
    const figures = await run(durationMs);
    if (figures !== undefined) done.push({ measure: what, name, figures });
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const what of MEASURES.filter(isSelected)) {
      const signs = what === 'exchange' || what === 'refresh';
      if (signs) await note(what, 'signature', (ms) => signatures.run(ms));
      for (const { target, calls } of providers)
        await note(what, target.name, (ms) => calls.run(what, ms));
      await note(what, 'floor', (ms) => least.run(what, ms));
    }
    for (const what of OWN_MEASURES.filter(isSelected)) {
      for (const { own, name } of chosen)
        if (own) await note(what, name, (ms) => own.run(what, ms));
      await note(what, 'floor', (ms) => least.run(what, ms));
    }
    if (values.parts)
      for (const part of PARTS) await note(part, 'floor', (ms) => least.run(part, ms));
    // The first round is a warm-up, because runtimes compile on first use.
    if (round === 0) done.length = 0;
  }
  for (const { target, calls } of providers) {
    calls.close();
    target.own?.close();
  }
  return done;
}

type Run = (durationMs: number) => Promise<Pick<Figures, 'perSecond' | 'cpuMs'> | undefined>;
