// `npm run bench -- passes`: measures in workerd what it costs to sign ten age passes and to spend
// one (D-152), including the Durable Object that records spent passes, and compares this with an
// empty call. Fails when a limit is exceeded. Option: `--rounds=200`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundleWorker, ROOT } from '../../scripts/bundle.ts';
import { toTokenKey } from '../../src/crypto/privacy-pass.ts';
import { blindBatch, finishBatch } from '../../widget/hosted/passes/token.ts';
import { childrenNamed, cpuSeconds } from '../oauth/processes.ts';
import { printFigure, printStolenTime, printTitle, quantile } from '../report.ts';

/** The limits on CPU time per call, in milliseconds. */
const LIMITS = { issue: 20, verify: 2 } as const;
const PASSES_AT_ONCE = 10;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);

/**
 * A Worker that contains the service's functions for passes and its object for spent passes,
 * without the service's other request handling.
 */
const WORKER = `
import * as passes from '${ROOT}src/crypto/privacy-pass.ts';
export { SpentPasses } from '${ROOT}src/objects/spent-passes.ts';
const read = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
let signer, verifier;
const acts = {
  async keys(body) {
    const { pkcs8, tokenKey } = JSON.parse(new TextDecoder().decode(body));
    signer = await passes.importBlindSigner(read(pkcs8));
    verifier = await passes.importTokenKey(read(tokenKey));
  },
  async issue(body) {
    const requests = passes.readTokenRequests(body, ${PASSES_AT_ONCE});
    return new Blob(await Promise.all(requests.map(({ blinded }) => passes.signBlinded(signer, blinded))));
  },
  async verify(body) {
    return String(await passes.isSigned(verifier, passes.readToken(body)));
  },
  async redeem(body, { SPENT }) {
    const token = passes.readToken(body);
    if (!(await passes.isSigned(verifier, token))) return 'unsigned';
    const mark = [...new Uint8Array(await crypto.subtle.digest('SHA-256', token.nonce))];
    const object = SPENT.getByName(String(mark[0] >> 2));
    return object.spend(mark.map((byte) => byte.toString(16).padStart(2, '0')).join(''), '', Date.now() + 1e9);
  },
  empty: async () => undefined,
};
export default {
  async fetch(request, env) {
    const act = acts[new URL(request.url).pathname.slice(1)];
    return new Response(await act(new Uint8Array(await request.arrayBuffer()), env));
  },
};`;

type Call = (act: string, body?: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

const processorMs = (): number =>
  1000 * childrenNamed('workerd').reduce((sum, pid) => sum + cpuSeconds(pid), 0);

async function start(folder: string): Promise<Miniflare> {
  const [main, config] = [join(folder, 'passes.ts'), join(folder, 'wrangler.json')];
  await writeFile(main, WORKER);
  const settings = { name: 'passes', main, compatibility_date: '2026-11-01' };
  await writeFile(config, JSON.stringify(settings));
  await bundleWorker({ folder, config: relative(ROOT, config) });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: join(folder, 'passes.js') }],
      modulesRoot: folder,
      compatibilityDate: '2026-11-01',
      compatibilityFlags: ['nodejs_compat'],
      durableObjects: { SPENT: { className: 'SpentPasses', useSQLite: true } },
    }),
  );
  await miniflare.ready;
  return miniflare;
}

/** @returns milliseconds of CPU time per call */
async function measure(
  name: string,
  count: number,
  act: (at: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  // The system counts CPU time in ticks of 10 ms, so the time of one call is computed from many
  // calls.
  const before = processorMs();
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await act(at);
    times.push(performance.now() - began);
  }
  const each = (processorMs() - before) / count;
  printFigure(`${name}: the clock, median and 95 %`, clockOf(times));
  return each;
}

const clockOf = (times: number[]): string =>
  `${quantile(times, 0.5).toFixed(1)}, ${quantile(times, 0.95).toFixed(1)} ms`;

async function makeKeys(call: Call): Promise<string> {
  const algorithm = {
    name: 'RSA-PSS',
    hash: 'SHA-384',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const tokenKey = toTokenKey(new Uint8Array(spki));
  const text = (bytes: ArrayBuffer | Uint8Array): string =>
    Buffer.from(bytes as Uint8Array).toString('base64');
  const sent = JSON.stringify({ pkcs8: text(pkcs8), tokenKey: text(tokenKey) });
  await call('keys', new TextEncoder().encode(sent));
  return text(tokenKey);
}

async function run(call: Call): Promise<boolean> {
  const tokenKey = await makeKeys(call);
  printTitle('Age passes in workerd');
  const tokens: Uint8Array<ArrayBuffer>[] = [];
  let body = new Uint8Array(0);
  while (tokens.length < rounds) {
    const batch = await blindBatch(tokenKey, 'id.example', PASSES_AT_ONCE);
    body = batch.body;
    const made = await finishBatch(batch, await call('issue', body));
    tokens.push(...made.map((token) => new Uint8Array(Buffer.from(token, 'base64url'))));
  }
  const empty = await measure('an empty call', rounds, () => call('empty'));
  const issue = (await measure('ten signed', rounds, () => call('issue', body))) - empty;
  const verify =
    (await measure('one verified', rounds, (at) => call('verify', tokens[at]))) - empty;
  let first = 0;
  const redeemed = await measure('one verified and spent', tokens.length, async (at) => {
    const answer = new TextDecoder().decode(await call('redeem', tokens[at]));
    first += Number(answer === 'first');
  });
  printTitle('Of the processor, above an empty call');
  printFigure('ten signed', `${issue.toFixed(1)} ms`, `${LIMITS.issue} ms`);
  printFigure('one verified', `${verify.toFixed(1)} ms`, `${LIMITS.verify} ms`);
  printFigure('one verified and spent, with its object', `${(redeemed - empty).toFixed(1)} ms`);
  return first === tokens.length && issue <= LIMITS.issue && verify <= LIMITS.verify;
}

const folder = await mkdtemp(join(tmpdir(), 'agate-passes-'));
const miniflare = await start(folder);
try {
  const call: Call = async (act, body = new Uint8Array(0)) => {
    const sent = { method: 'POST', body };
    const response = await miniflare.dispatchFetch(`http://passes/${act}`, sent);
    if (!response.ok) throw new Error(`${act} failed: ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  if (!(await run(call))) {
    console.error('Something is above its limit.');
    process.exitCode = 1;
  }
} finally {
  await miniflare.dispose();
  await rm(folder, { recursive: true });
}
printStolenTime();
