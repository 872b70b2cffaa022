// Measures the minimum cost of each endpoint with a Worker that does nothing but make the
// endpoint's binding calls and signatures.
import { measure, Sender, type Figures } from './load.ts';
import { runWorker } from './worker-host.ts';

/**
 * A Worker that makes the calls that test/flows/round-trips counts (docs/performance.md, Round
 * trips).
 */
const SCRIPT = `
import { DurableObject } from 'cloudflare:workers';
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const claims = new Uint8Array(600).fill(7);
const keep = 'x'.repeat(2000);
let signer;
const key = () => (signer ??= crypto.subtle.generateKey({ ...algorithm, ...size }, false, ['sign', 'verify']));
const sign = async () => crypto.subtle.sign(algorithm, (await key()).privateKey, claims);
let signature;
const curve = { name: 'ECDSA', namedCurve: 'P-256' };
const digest = { name: 'ECDSA', hash: 'SHA-256' };
let small;
const smallKey = () => (small ??= crypto.subtle.generateKey(curve, false, ['sign', 'verify']));
const signSmall = async () => crypto.subtle.sign(digest, (await smallKey()).privateKey, claims);
let smallSignature;
const verifySmall = async () =>
  crypto.subtle.verify(digest, (await smallKey()).publicKey, await (smallSignature ??= signSmall()), claims);
const verify = async () =>
  crypto.subtle.verify(algorithm, (await key()).publicKey, await (signature ??= sign()), claims);

export class Floor extends DurableObject {
  read() { return this.ctx.storage.kv.get('record') ?? keep; }
  alarm() {}
  async begin() {
    this.ctx.storage.kv.put('record', keep);
    await this.ctx.storage.setAlarm(Date.now() + 86_400_000);
  }
  async redeem() {
    this.read();
    await this.begin();
  }
  rotate() {
    this.read();
    this.ctx.storage.kv.put('record', keep);
    this.ctx.storage.kv.put(crypto.randomUUID(), true);
  }
  /** Stores an event until it has been sent to the queue. */
  async tell() {
    this.ctx.storage.kv.put('event', keep);
    await this.begin();
    this.ctx.waitUntil((async () => {
      await this.env.EVENTS.send({ keep });
      this.ctx.storage.kv.delete('event');
      await this.ctx.storage.setAlarm(Date.now() + 86_400_000);
    })());
  }
}
let made = 0;
let prepared;
const prepare = (env) => (prepared ??= env.DB.batch([
  env.DB.prepare('CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT)'),
  env.DB.prepare('INSERT OR IGNORE INTO rows VALUES (1, ?)').bind(keep),
]));
const known = (env) => env.FLOOR.get(env.FLOOR.idFromName('known'));
const fresh = (env) => env.FLOOR.get(env.FLOOR.newUniqueId());
const named = (env) => env.FLOOR.get(env.FLOOR.idFromName(crypto.randomUUID()));
const select = async (env) => (await prepare(env), env.DB.prepare('SELECT * FROM rows WHERE id = ?').bind(1).all());
const insert = async (env) => (await prepare(env), env.DB.batch([
  env.DB.prepare('INSERT INTO rows (text) VALUES (?)').bind(keep),
]));
const limit = (env) => env.LIMIT.limit({ key: 'one' });

const CALLS = {
  'empty answer': () => undefined,
  verification: () => verify(),
  object: (env) => known(env).read(),
  // Reads no table, because no query is cheaper than this one.
  D1: (env) => env.DB.prepare('SELECT 1').raw(),
  KV: (env) => env.KV.get('known'),
  discovery: () => undefined,
  introspection: (env) => Promise.all([verify(), known(env).read()]),
  userinfo: (env) => Promise.all([verify(), known(env).read(), select(env)]),
  exchange: async (env) => {
    await known(env).redeem();
    await Promise.all([sign(), sign()]);
  },
  refresh: async (env) => {
    await known(env).rotate();
    await Promise.all([sign(), sign()]);
  },
  authorize: async (env) => {
    await limit(env);
    await select(env);
    await Promise.all([fresh(env).begin(), insert(env)]);
  },
  init: async (env) => {
    await limit(env);
    await fresh(env).tell();
  },
  result: async (env) => (await limit(env), known(env).read()),
  status: async (env) => (await limit(env), known(env).read()),
  // Verifies client assertion and DPoP proof, then stores the request and the assertion's id.
  par: async (env) => {
    await Promise.all([verifySmall(), verifySmall(), limit(env)]);
    await Promise.all([fresh(env).begin(), named(env).begin()]);
  },
  'fapi exchange': async (env) => {
    await Promise.all([verifySmall(), verifySmall()]);
    await named(env).begin();
    await known(env).redeem();
    await Promise.all([signSmall(), signSmall()]);
  },
  opening: async (env) => {
    await limit(env);
    await known(env).tell();
  },
};
const READS_BODY = new Set(['introspection', 'exchange', 'refresh', 'init', 'opening', 'par', 'fapi exchange']);

export default {
  async fetch(request, env) {
    const what = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (READS_BODY.has(what)) await request.text();
    await CALLS[what](env);
    return Response.json({ done: true });
  },
  async queue({ messages }, env) {
    await prepare(env);
    await env.DB.batch(messages.map(() => env.DB.prepare('INSERT INTO rows (text) VALUES (?)').bind(keep)));
  },
};`;

/** A request body as long as a form that contains a token. */
const BODY = new URLSearchParams({ token: 'x'.repeat(700) }).toString();

export interface Floors {
  run: (measure: string, durationMs: number) => Promise<Figures>;
  /** The CPU time of the Worker's process until its first response, in milliseconds. */
  startCpuMs: number;
  stop: () => Promise<void>;
}

/** @param cpuMsOf returns the CPU time of a process so far, in milliseconds */
export async function startFloors(cpuMsOf: (pid: number) => number): Promise<Floors> {
  const { miniflare, origin, pid } = await runWorker({
    modules: true,
    script: SCRIPT,
    compatibilityDate: '2026-11-01',
    d1Databases: ['DB'],
    kvNamespaces: ['KV'],
    durableObjects: { FLOOR: { className: 'Floor', useSQLite: true } },
    queueProducers: { EVENTS: 'floor-events' },
    queueConsumers: ['floor-events'],
    ratelimits: { LIMIT: { namespace_id: '1', simple: { limit: 1_000_000, period: 60 } } },
  });
  const sender = new Sender();
  const ask = async (what: string) => {
    const call = { url: `${origin}/${what}`, method: 'POST' as const, body: BODY };
    const { status, text } = await sender.send(what === 'discovery' ? { url: call.url } : call);
    if (status !== 200) throw new Error(`The floor of ${what} answered ${status}: ${text}`);
  };
  await ask('discovery');
  const startCpuMs = cpuMsOf(pid);
  return {
    startCpuMs,
    run: (what, durationMs) => {
      sender.connectAnew();
      return measure(pid, durationMs, async () => {
        await ask(what);
        return 'more';
      });
    },
    stop: async () => {
      sender.close();
      await miniflare.dispose();
    },
  };
}
