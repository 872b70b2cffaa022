// Data that checks at the edge must not leave behind (D-85): D1, the objects, the queues, logs and
// caches are searched for pictures, descriptors and ages. A second test checks that the same search
// finds such data while a check runs.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import ageHead from '../../data/age-head.json' with { type: 'json' };
import type { MeasuredFace } from '../../src/vision/face/face-wire.ts';
import worker from '../../src/index.ts';
import { EdgeVisit, type Kept, type Shown } from '../support/visitor/edge-visit.ts';
import { eventually } from '../support/installation/eventually.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { seeFace, toJpeg } from '../support/visitor/scripted-face.ts';
import { ledgerOf, queryLedger } from '../support/customer/ledgers.ts';
import { makeTenant } from '../support/customer/tenants.ts';

/**
 * Estimates of a visitor's age. The values below occur nowhere else in the service's data, so that
 * a search for them finds only leaks.
 */
type Ages = NonNullable<MeasuredFace['ages']>;

const AGES: Ages = {
  ageNet: 41.83719,
  faceres: 38.27153,
  head: { id: ageHead.id, score: 0.937182643 },
};
const TOO_YOUNG = { ageNet: 8.41937, faceres: 9.16273 };
const UNCLEAR = { ageNet: 19.57318, faceres: 18.93471 };

const PRINTERS = ['log', 'error', 'warn', 'info', 'debug'] as const;
let printed: MockInstance[];
let queued: MockInstance;
/** Everything that was put into a cache, including the cache keys. */
let cached: (string | ArrayBuffer)[];
let answered: MockInstance<typeof worker.fetch>;
/** Objects that other test files created in the same runtime. */
let ofOthers: ReadonlySet<string>;

beforeEach(async () => {
  const lists = await Promise.all(namespaces().map(([, one]) => listDurableObjectIds(one)));
  ofOthers = new Set(lists.flat().map(String));
  printed = PRINTERS.map((name) => vi.spyOn(console, name).mockReturnValue());
  queued = vi.spyOn(worker, 'queue');
  cached = [];
  vi.spyOn(Cache.prototype, 'put').mockImplementation(async (key, response) => {
    cached.push(key instanceof Request ? key.url : String(key), await response.arrayBuffer());
  });
  answered = vi.spyOn(worker, 'fetch');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Every value that describes a face or an age, and the first bytes of every test picture. */
class Secrets {
  readonly #numbers = new Set<number>();
  /** The first digits of each number, as strings. */
  readonly #digits = new Set<string>();
  /**
   * The first bytes of each picture, raw and as base64 in each of the three possible alignments.
   */
  readonly #pictures = new Set<string>();

  add({ ages, descriptor, mesh }: MeasuredFace): void {
    const telling = [
      ...(ages === undefined ? [] : [ages.ageNet, ages.faceres]),
      ...(ages?.head === undefined ? [] : [ages.head.score]),
      ...descriptor.slice(0, 48),
      ...mesh.slice(0, 16),
    ];
    for (const value of telling) {
      this.#numbers.add(value).add(Math.fround(value));
      this.#digits.add(String(value).slice(0, DIGITS));
    }
  }

  addPicture(jpeg: Uint8Array): void {
    const text = String.fromCharCode(...jpeg.slice(3, 24));
    this.#pictures.add(text);
    for (const before of ['', ' ', '  ']) this.#pictures.add(btoa(before + text).slice(4, -4));
  }

  /** @returns paths of the values that contain one of the recorded numbers or pictures */
  findIn(value: unknown, path: string): string[] {
    if (typeof value === 'number') return this.#numbers.has(value) ? [path] : [];
    if (typeof value === 'string') return this.#isIn(value) ? [path] : [];
    if (typeof value !== 'object' || value === null) return [];
    if (value instanceof ArrayBuffer) return this.findIn(new Uint8Array(value), path);
    if (value instanceof Uint8Array) return this.#isIn(latin1(value)) ? [path] : [];
    const members = value instanceof Map ? [...value] : Object.entries(value);
    return members.flatMap(([name, member]) => this.findIn(member, `${path}.${name}`));
  }

  #isIn(text: string): boolean {
    const numbers = text.match(/-?\d+\.\d{5,}/g) ?? [];
    if (numbers.some((number) => this.#digits.has(number.slice(0, DIGITS)))) return true;
    return [...this.#pictures].some((secret) => text.includes(secret));
  }
}

const byName = (a = '', b = ''): number => a.localeCompare(b);

/** How many digits of a number are compared: enough to rule out a match by chance. */
const DIGITS = 9;

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Collects everything that is stored or was sent, by location. */
async function everything(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  for (const { name } of tables.results)
    found.set(name, (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
  for (const [name, namespace] of namespaces())
    for (const id of await listDurableObjectIds(namespace))
      if (!ofOthers.has(id.toString()))
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
  found.set('caches', cached);
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

/**
 * A visit that records, as secrets, the visitor's values that must not remain anywhere afterwards.
 */
class WatchedVisit {
  readonly #secrets: Secrets;
  readonly visit: EdgeVisit;

  constructor(secrets: Secrets, visit: EdgeVisit) {
    this.#secrets = secrets;
    this.visit = visit;
  }

  async move(person = 'Ada'): Promise<void> {
    await this.visit.move(this.#shown({ person }));
    this.#note();
  }

  async estimate(ages: Ages = AGES, person = 'Ada'): Promise<void> {
    await this.visit.estimate(this.#shown({ ages, person }));
    this.#note();
  }

  /** Reveals the given pictures or, by default, the pictures of the current step. */
  async reveal(kept?: Kept): Promise<void> {
    await this.visit.reveal(kept);
  }

  async finish(ages: Ages = AGES): Promise<void> {
    await this.estimate(ages);
    await this.reveal();
  }

  /** Reveals the requested pictures, the first of which shows no face. */
  async miss(): Promise<void> {
    const { reveal } = (await this.visit.browser.view()).body.data;
    this.visit.face.altered = (t, seen) =>
      t === reveal.times[0] ? { ok: false, fault: 'no_face' } : seen;
    await this.reveal();
  }

  #shown(what: { ages?: Ages; person: string }): Shown {
    return (at) => {
      const face = seeFace({ ...at, ...what });
      this.#secrets.add(face);
      return { ok: true, face };
    };
  }

  #note(): void {
    for (const { jpeg } of this.visit.kept.values()) this.#secrets.addPicture(jpeg);
  }
}

type Walk = (one: WatchedVisit) => Promise<void>;

/**
 * The paths that a session can take after the consent, each with its end. All run equally often.
 */
const WALKS: readonly [end: string, Walk][] = [
  [
    'success',
    async (one) => {
      await one.move();
      await one.reveal();
      await one.finish();
    },
  ],
  [
    'age_below_threshold',
    async (one) => {
      await one.move();
      await one.reveal();
      await one.finish(TOO_YOUNG);
    },
  ],
  [
    'age_inconclusive',
    async (one) => {
      await one.move();
      await one.reveal();
      await one.finish(UNCLEAR);
      await one.finish(UNCLEAR);
    },
  ],
  [
    'canceled between the steps',
    async (one) => {
      await one.move();
      await one.reveal();
      await one.visit.browser.step('cancel');
    },
  ],
  [
    'canceled while another picture is due (D-87)',
    async (one) => {
      await one.move();
      await one.miss();
      await one.visit.browser.step('cancel');
    },
  ],
  [
    'success, sent twice and with a picture replaced',
    async (one) => {
      await one.move();
      const { kept } = one.visit;
      await Promise.all([one.reveal(kept), one.visit.reveal(kept).catch(() => undefined)]);
      await one.estimate();
      await one.miss();
      await one.reveal();
    },
  ],
  [
    'success after other pictures than those that were committed to',
    async (one) => {
      await one.move();
      const other = toJpeg({ ok: true, face: seeFace({ yaw: 0, pitch: 0 }) });
      await one.reveal(
        new Map([...one.visit.kept].map(([t, kept]) => [t, { ...kept, jpeg: other }])),
      );
      await one.move();
      await one.reveal();
      await one.finish();
    },
  ],
  [
    'not_same_person',
    async (one) => {
      await one.move();
      await one.reveal();
      await one.estimate(AGES, 'Bo');
      await one.reveal();
      await one.estimate(AGES, 'Bo');
      await one.reveal();
    },
  ],
  [
    'success after nothing could be measured',
    async (one) => {
      await one.move();
      one.visit.face.failure = new Error('away');
      await one.reveal();
      one.visit.face.failure = undefined;
      await one.reveal();
      await one.finish();
    },
  ],
  [
    'expired with pictures that came late',
    async (one) => {
      await one.move();
      const { kept } = one.visit;
      const { reveal } = (await one.visit.browser.view()).body.data;
      goTo(10_001);
      const late = reveal.times.map((t: number) => [String(t), kept.get(t)?.jpeg]);
      await one.visit.send('liveness', late);
      await one.move();
      await one.reveal();
      goTo(16 * 60_000);
    },
  ],
];
const OF_EACH = 10;

describe('after 100 checks at the edge', { timeout: 600_000 }, () => {
  it('no byte of a picture, no descriptor and no age is stored anywhere (D-85)', async () => {
    const secrets = new Secrets();
    const find = async () =>
      [...(await everything())].flatMap(([place, value]) => secrets.findIn(value, place));
    const tenant = await makeTenant();
    const visits: EdgeVisit[] = [];
    const ends = new Map<string, string>();
    for (const [end, walk] of Array.from({ length: OF_EACH }, () => WALKS).flat()) {
      vi.useRealTimers();
      const fields = { user_id: `visitor-${visits.length}`, liveness_difficulty: 'easy' };
      const visit = await EdgeVisit.begin(fields, { customer: tenant });
      visits.push(visit);
      await walk(new WatchedVisit(secrets, visit));
      const { status, reason } = await visit.result();
      ends.set(end, reason ?? status);
    }
    expect(visits).toHaveLength(100);
    expect([...ends].filter(([end, is]) => !end.startsWith(is))).toEqual([]);
    for (const visit of visits.slice(0, WALKS.length)) {
      const { receipt } = await visit.result();
      if (receipt !== undefined) await visit.read(new URL(receipt).pathname);
    }
    // Waits until the end events have passed through their queue into the ledger and into D1.
    await eventually(async () => {
      const ended = await queryLedger({ tenantId: tenant.id }, 'SELECT id FROM events');
      expect(ended).toHaveLength(visits.length);
      const open = `SELECT count(*) AS n FROM verification_sessions
        WHERE tenant_id = ? AND completed_at_ms IS NULL`;
      expect(await env.DB.prepare(open).bind(tenant.id).first('n')).toBe(0);
    });
    const found = await everything();
    const rows = await env.DB.prepare('SELECT id FROM verification_sessions WHERE tenant_id = ?')
      .bind(tenant.id)
      .all<{ id: string }>();
    const objects = rows.results.map(({ id }) => `VERIFICATION_SESSION.${id}`);
    expect(objects).toHaveLength(visits.length);
    const ledger = `LEDGER.${ledgerOf({ tenantId: tenant.id }).id.toString()}`;
    expect([...found.keys()]).toEqual(expect.arrayContaining([...objects, ledger]));
    expect([found.get('queues'), found.get('logs')]).not.toContainEqual([]);
    expect(await find()).toEqual([]);
    const answers = await Promise.all(
      answered.mock.results.map(({ value }) => Promise.resolve(value as Response)),
    );
    expect(answers.filter(({ headers }) => headers.get('Cache-Control') !== 'no-store')).toEqual(
      [],
    );
  });

  it('the search finds such data in an object while a check runs, and wherever it is planted', async () => {
    const secrets = new Secrets();
    const find = async () => {
      const places = [...(await everything())];
      return places.filter(([place, value]) => secrets.findIn(value, place).length > 0);
    };
    const kinds = async () => (await find()).map(([place]) => place.split('.')[0]).toSorted(byName);
    const one = new WatchedVisit(secrets, await EdgeVisit.begin({ liveness_difficulty: 'easy' }));
    await one.move();
    expect(await kinds()).toEqual([]);
    await one.miss();
    expect(await kinds()).toEqual(['VERIFICATION_SESSION']);
    await one.visit.browser.step('cancel');
    expect(await kinds()).toEqual([]);
    const [{ jpeg } = { jpeg: new Uint8Array() }] = [...one.visit.kept.values()];
    const { descriptor } = seeFace({ yaw: 0, pitch: 0 });
    secrets.add(seeFace({ yaw: 0, pitch: 0, ages: AGES }));
    console.log(JSON.stringify({ age: AGES.ageNet }));
    await (await caches.open('pictures')).put('https://cache.example/p', new Response(jpeg));
    await env.DB.prepare('UPDATE tenants SET name = ?')
      .bind(btoa(String.fromCharCode(...jpeg.slice(0, 60))))
      .run();
    // The messages are acknowledged, because an unreadable one would be retried during another
    // file's tests.
    queued.mockImplementation(async (batch: MessageBatch) => batch.ackAll());
    await env.SESSION_EVENTS.send({ descriptor: Float32Array.from(descriptor) });
    await eventually(async () => {
      expect(await kinds()).toEqual(['caches', 'logs', 'queues', 'tenants']);
    });
  });
});
