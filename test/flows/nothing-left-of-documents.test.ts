// What sessions that a document decides leave behind (D-91): D1, the objects, what went through the queues, logs and caches
// are read for names, numbers, dates, pictures and descriptors.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import worker from '../../src/index.ts';
import { eventually } from '../support/eventually.ts';
import { DocumentVisit, FACTS, jpegOf, reads, readsNot } from '../support/scripted-documents.ts';
import { seePortrait } from '../support/scripted-face.ts';
import { makeTenant } from '../support/tenants.ts';

let printed: MockInstance[];
let queued: MockInstance;
let cached: string[];
/** Sessions that other files left in the same runtime, still running ones with the person's face among them. */
let ofOthers: ReadonlySet<string>;

beforeEach(async () => {
  ofOthers = new Set((await listDurableObjectIds(env.VERIFICATION_SESSION)).map(String));
  const names = ['log', 'error', 'warn', 'info', 'debug'] as const;
  printed = names.map((name) => vi.spyOn(console, name).mockReturnValue());
  queued = vi.spyOn(worker, 'queue');
  cached = [];
  vi.spyOn(Cache.prototype, 'put').mockImplementation(async (_, response) => {
    cached.push(await response.text());
  });
});

afterEach(() => void vi.restoreAllMocks());

/** Bytes as letters, and numbers of arrays one by one. */
function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value));
  if (value instanceof Uint8Array) return new TextDecoder('latin1').decode(value);
  if (value instanceof Float32Array) return [...value].join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return members.map(([name, member]) => `${name}: ${textOf(member)}`).join('\n');
}

const readObject = (stub: DurableObjectStub): Promise<unknown> =>
  runInDurableObject(stub, (_object, { storage }) => [
    [...storage.kv.list()].map((entry) => [...entry]),
    storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .filter(({ name }) => !name.startsWith('_cf_'))
      .map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray()),
  ]);

/** Everything that is stored or was passed on. */
async function everything(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const tables = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
    name: string;
  }>();
  for (const { name } of tables.results.filter((one) => !one.name.startsWith('_cf_')))
    found.set(name, textOf((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results));
  const sessions = await listDurableObjectIds(env.VERIFICATION_SESSION);
  for (const id of sessions.filter((one) => !ofOthers.has(one.toString())))
    found.set(
      `session ${id.toString()}`,
      textOf(await readObject(env.VERIFICATION_SESSION.get(id))),
    );
  const messages = queued.mock.calls.map(([batch]) => (batch as MessageBatch).messages);
  found.set('queues', messages.map((batch) => batch.map(({ body }) => textOf(body))).join('\n'));
  found.set('logs', printed.map(({ mock }) => textOf(mock.calls)).join('\n'));
  found.set('caches', cached.join('\n'));
  return found;
}

const PORTRAIT = seePortrait('Ada');
const DIGITS = 9;
const FORBIDDEN = [
  FACTS.number,
  FACTS.surname,
  FACTS.givenNames,
  FACTS.birthDate,
  FACTS.expiryDate,
  '740812',
  'the page of document',
  'the front of document',
  ...(PORTRAIT.ok ? PORTRAIT.descriptor : [])
    .slice(0, 48)
    .flatMap((value) => [value, Math.fround(value)].map((one) => String(one).slice(0, DIGITS))),
];
const findIn = (found: ReadonlyMap<string, string>): string[] =>
  [...found].flatMap(([place, text]) =>
    FORBIDDEN.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  );

const front = jpegOf('the front of document');

type Walk = (visit: DocumentVisit) => Promise<unknown>;
const WALKS: readonly [end: string, Walk][] = [
  ['success', (visit) => visit.show({ front })],
  [
    'document_rejected',
    async (visit) => {
      visit.documents.say(readsNot('number_check'));
      for (let attempt = 0; attempt < 3; attempt++) await visit.show();
    },
  ],
  [
    'age_below_threshold',
    (visit) => {
      visit.documents.say(reads({ birthDate: '2020-02-13' }));
      return visit.show();
    },
  ],
  [
    'face_mismatch',
    (visit) => {
      visit.edge.face.portrait = seePortrait('Bea');
      return visit.show({ front });
    },
  ],
  [
    'canceled',
    async (visit) => {
      visit.documents.failure = new Error(`${FACTS.number} could not be read`);
      await visit.show();
      await visit.edge.browser.step('cancel');
    },
  ],
];
const OF_EACH = 10;

it('after 50 documents nothing that they say or show is anywhere (D-91)', async () => {
  const customer = await makeTenant();
  const ends: [string, string][] = [];
  for (const [end, walk] of Array.from({ length: OF_EACH }, () => WALKS).flat()) {
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    await walk(visit);
    const { status, reason } = await visit.result();
    ends.push([end, reason ?? status]);
  }
  expect(ends).toHaveLength(50);
  expect(ends.filter(([end, is]) => end !== is)).toEqual([]);
  await eventually(async () => {
    const ended = await env.DB.prepare('SELECT count(*) AS n FROM events').first<{ n: number }>();
    expect(ended?.n).toBe(ends.length);
  });
  const found = await everything();
  expect(found.get('logs')).toContain('document_workers_unavailable');
  expect(findIn(found)).toEqual([]);
  // The search does find what is there.
  expect(findIn(new Map([['a row', textOf([{ name: FACTS.surname }, PORTRAIT])]]))).not.toEqual([]);
});
