// What checks at the edge leave behind (D-85): D1, the objects, what went through the queues, logs and caches are read
// for pictures, descriptors and ages. The same search finds all of them while a check runs.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import type { MeasuredFace } from '../../src/engine/face-check.ts';
import worker from '../../src/index.ts';
import { EdgeVisit, honest } from '../support/edge-visit.ts';
import { eventually } from '../support/eventually.ts';

const CHECKS = 6;
/** Ages that nothing else in the service is. */
const AGES = { ageNet: 41.83719, faceres: 38.27153 };
const TOO_YOUNG = { ageNet: 8.41937, faceres: 9.16273 };

const PRINTERS = ['log', 'error', 'warn', 'info', 'debug'] as const;
let printed: MockInstance[];
let queued: MockInstance;
let cached: MockInstance;

beforeEach(() => {
  printed = PRINTERS.map((name) => vi.spyOn(console, name).mockReturnValue());
  queued = vi.spyOn(worker, 'queue');
  cached = vi.spyOn(Cache.prototype, 'put');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Every value that describes a face or an age, and beginnings of every picture. */
class Secrets {
  readonly #numbers = new Set<number>();
  readonly #texts: string[] = [];

  add({ ages, descriptor }: MeasuredFace): void {
    for (const value of [...Object.values(ages ?? {}), ...descriptor.slice(0, 64)]) {
      this.#numbers.add(value).add(Math.fround(value));
      this.#texts.push(String(value).slice(0, 9));
    }
  }

  addPicture(jpeg: Uint8Array): void {
    const text = String.fromCharCode(...jpeg.slice(0, 24));
    this.#texts.push(text.slice(3), btoa(text));
  }

  /** @returns paths of what holds one of them */
  findIn(value: unknown, path: string): string[] {
    if (typeof value === 'number') return this.#numbers.has(value) ? [path] : [];
    if (typeof value === 'string') return this.#isIn(value) ? [path] : [];
    if (typeof value !== 'object' || value === null) return [];
    if (value instanceof ArrayBuffer) return this.findIn(new Uint8Array(value), path);
    if (value instanceof Uint8Array) return this.#isIn(latin1(value)) ? [path] : [];
    const members = value instanceof Map ? [...value] : Object.entries(value);
    return members.flatMap(([name, member]) => this.findIn(member, `${path}.${name}`));
  }

  #isIn = (text: string): boolean => this.#texts.some((secret) => text.includes(secret));
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Everything that is stored or was passed on, by where it is. */
async function everything(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  for (const { name } of tables.results)
    found.set(name, (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
  for (const [name, namespace] of namespaces())
    for (const id of await listDurableObjectIds(namespace))
      found.set(`${name}.${id.toString()}`, await readObject(namespace.get(id)));
  found.set(
    'queues',
    queued.mock.calls.map(([batch]) =>
      (batch as MessageBatch).messages.map(({ body }) => structuredClone(body)),
    ),
  );
  found.set(
    'logs',
    printed.flatMap(({ mock }) => mock.calls),
  );
  found.set('caches', cached.mock.calls);
  return found;
}

const namespaces = (): [string, DurableObjectNamespace][] =>
  Object.entries(env).flatMap(([name, binding]) =>
    binding?.constructor?.name === 'DurableObjectNamespace'
      ? [[name, binding as unknown as DurableObjectNamespace]]
      : [],
  );

const readObject = (stub: DurableObjectStub): Promise<unknown> =>
  runInDurableObject(stub, (_object, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
      )
      .toArray();
    const rows = tables.map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray());
    return { kept: [...storage.kv.list()], rows };
  });

/** What each picture shows is noted as a secret. */
function shownTo(secrets: Secrets, ages = AGES): typeof honest {
  return (at) => {
    const seen = honest(at);
    if (!seen.ok) return seen;
    seen.face.ages = ages;
    secrets.add(seen.face);
    return seen;
  };
}

async function step(visit: EdgeVisit, secrets: Secrets, act: () => Promise<unknown>) {
  await act();
  for (const { jpeg } of visit.kept.values()) secrets.addPicture(jpeg);
}

describe('after checks at the edge', () => {
  it('no byte of a picture, no descriptor and no age is anywhere', async () => {
    const secrets = new Secrets();
    const find = async () =>
      [...(await everything())].flatMap(([place, value]) => secrets.findIn(value, place));
    const visits: EdgeVisit[] = [];
    const whileRunning: string[] = [];
    for (let index = 0; index < CHECKS; index += 1) {
      const isYoung = index % 3 === 2;
      const shown = shownTo(secrets, isYoung ? TOO_YOUNG : AGES);
      const visit = await EdgeVisit.begin({ user_id: `visitor-${index}` });
      visits.push(visit);
      await step(visit, secrets, () => visit.move(shown));
      await visit.reveal();
      if (index === 0) whileRunning.push(...(await find()));
      if (index % 3 === 1) {
        await visit.browser.step('cancel');
        continue;
      }
      await step(visit, secrets, () => visit.estimate(shown));
      await visit.reveal();
    }
    // The search can find: a running check knows its person.
    expect(whileRunning).not.toEqual([]);
    const statuses = await Promise.all(visits.map(async (visit) => (await visit.result()).status));
    expect(new Set(statuses)).toEqual(new Set(['success', 'canceled', 'failed']));
    for (const visit of visits) await visit.read(new URL((await visit.result()).receipt).pathname);
    // The ends have passed their queue and are in D1.
    await eventually(async () => {
      const { results } = await env.DB.prepare('SELECT id FROM events').all();
      expect(results).toHaveLength(CHECKS);
    });
    const found = await everything();
    expect(found.get('queues')).not.toEqual([]);
    expect(found.get('logs')).not.toEqual([]);
    expect([...found.keys()].some((place) => place.startsWith('VERIFICATION_SESSION.'))).toBe(true);
    expect(await find()).toEqual([]);
  });
});
