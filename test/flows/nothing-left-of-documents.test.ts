// Data that sessions decided by a document must not leave behind (D-91): D1, the objects, the
// queues, logs and caches are searched for names, numbers, dates, pictures and descriptors.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { decodeObjectId, parseToken } from '../../src/crypto/capability-token.ts';
import { NOTICE } from '../../src/domain/terms/privacy-notice.ts';
import {
  endUnproven,
  endUnprovenCustomers,
} from '../../src/domain/customers/staff-authentication/unproven-customers.ts';
import worker from '../../src/index.ts';
import { makeContext } from '../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../support/staff/dashboard.ts';
import { get } from '../support/customer/api.ts';
import { eventually } from '../support/installation/eventually.ts';
import {
  DocumentVisit,
  FACTS,
  jpegOf,
  reads,
  readsNot,
} from '../support/visitor/scripted-documents.ts';
import { seePortrait } from '../support/visitor/scripted-face.ts';
import { goTo } from '../support/visitor/hosted.ts';
import {
  decide,
  makeReviewer,
  makeReviewingTenant,
  ReviewedVisit,
} from '../support/customer/reviews.ts';
import { queryLedger } from '../support/customer/ledgers.ts';
import { passOverOthers, textOf, walkStorage } from '../support/counted/storage-walk.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import type { PendingParts } from '../../src/objects/session/stored-session.ts';

let printed: MockInstance[];
let queued: MockInstance;
let cached: string[];

beforeEach(async () => {
  await passOverOthers();
  const names = ['log', 'error', 'warn', 'info', 'debug'] as const;
  printed = names.map((name) => vi.spyOn(console, name).mockReturnValue());
  queued = vi.spyOn(worker, 'queue');
  cached = [];
  vi.spyOn(Cache.prototype, 'put').mockImplementation(async (_, response) => {
    cached.push(await response.text());
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const nameOf = (id: string): string => `VERIFICATION_SESSION ${id}`;

/** Collects everything that is stored or was sent. */
async function everything(): Promise<Map<string, string>> {
  const found = await walkStorage();
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
  'the page of a doubtful document',
  'the front of a doubtful document',
  'the front of document',
  ...(PORTRAIT.ok ? PORTRAIT.descriptor : [])
    .slice(0, 48)
    .flatMap((value) => [value, Math.fround(value)].map((one) => String(one).slice(0, DIGITS))),
];
const findIn = (found: ReadonlyMap<string, string>, secrets = FORBIDDEN): string[] =>
  [...found].flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  );

const takeFront = () => jpegOf(`the front of document ${crypto.randomUUID()}`);

type Walk = (visit: DocumentVisit) => Promise<unknown>;
const WALKS: readonly [end: string, Walk][] = [
  ['success', (visit) => visit.show({ front: takeFront() })],
  [
    'document_rejected',
    async (visit) => {
      visit.documents.setReading(readsNot('number_check'));
      for (let attempt = 0; attempt < 3; attempt++) await visit.show();
    },
  ],
  [
    'age_below_threshold',
    (visit) => {
      visit.documents.setReading(reads({ birthDate: '2020-02-13' }));
      return visit.show();
    },
  ],
  [
    'face_mismatch',
    (visit) => {
      visit.edge.face.portrait = seePortrait('Bea');
      return visit.show({ front: takeFront() });
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

it('with document_fields only ciphertext is stored, and nothing after the retention (D-96)', async () => {
  const tenant = await makeDashboardTenant();
  const fields = ['name', 'birth_year', 'document_number_hash'];
  await ask('PATCH', '/settings', tenant.owner.token, { document_fields: fields });
  const asked = { purpose: 'id_verification', min_age: 0 };
  const consent = { notice: NOTICE.version, document_fields: fields };
  const visit = await DocumentVisit.atDocument(asked, { customer: tenant, consent });
  await visit.show({ front: takeFront() });
  const { document_fields: received } = await visit.result();
  expect(received.name).toContain(FACTS.surname);
  await eventually(async () => {
    const { data } = (await get('/api/v1/events', tenant.secret)).body;
    expect(data).toHaveLength(1);
  });
  const id = decodeObjectId(visit.edge.browser.sessionId) ?? '';
  const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));
  const secrets = [...FORBIDDEN, received.document_number_hash];
  const keptAs = (name: string): Promise<string | undefined> =>
    runInDurableObject(stub, (_object, { storage }) => storage.kv.get<string>(name));
  const [key, sealed] = [await keptAs('fields_key'), await keptAs('fields')];
  const found = await everything();
  expect(findIn(found, secrets)).toEqual([]);
  const kept = found.get(nameOf(id)) ?? '';
  for (const one of [key, sealed]) expect(kept).toContain(one ?? 'nothing');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
  await runDurableObjectAlarm(stub);
  const left = await everything();
  vi.useRealTimers();
  expect(findIn(left, [...secrets, key ?? '', sealed ?? ''])).toEqual([]);
});

it('after 50 documents no detail or picture of them is stored anywhere (D-91)', async () => {
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
    const ended = await queryLedger({ tenantId: customer.id }, 'SELECT id FROM events');
    expect(ended).toHaveLength(ends.length);
  });
  const found = await everything();
  expect(found.get('logs')).toContain('document_workers_unavailable');
  expect(findIn(found)).toEqual([]);
  // Checks that the search does find such values if they are present.
  expect(findIn(new Map([['a row', textOf([{ name: FACTS.surname }, PORTRAIT])]]))).not.toEqual([]);
});

/** Reads what the session's object keeps for a human review. */
async function keptOf({ visit }: ReviewedVisit): Promise<{ keys: string[]; pictures: number }> {
  const id = parseToken(visit.edge.token)?.objectId ?? '';
  const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));
  return runInDurableObject(stub, (_object, { storage }) => {
    const named = [...storage.kv.list()].map(([name]) => name);
    const tables = storage.sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray();
    const isThere = tables.some(({ name }) => name === 'review_pictures');
    const rows = isThere ? storage.sql.exec('SELECT * FROM review_pictures').toArray() : [];
    const { evidence } = storage.kv.get<{ beside: PendingParts }>('session')?.beside ?? {};
    const keys = named.filter((name) => name.includes('review'));
    return { keys: evidence === undefined ? keys : ['evidence', ...keys], pictures: rows.length };
  });
}

const NOTHING = { keys: [], pictures: 0 };

it.each([
  ['an approval', (token: string, by: string) => decide(token, by, { decision: 'approve' })],
  ['a rejection', (token: string, by: string) => decide(token, by, { decision: 'reject' })],
  [
    'another question',
    (token: string, by: string) =>
      decide(token, by, { decision: 'ask_again', steps: ['document'] }),
  ],
  ['72 hours', async (_token: string, _by: string) => void goTo(73 * 3_600_000)],
])(
  'pictures for a human reviewer are stored only during the review, encrypted, and not after %s (D-95)',
  async (_, end) => {
    const customer = await makeReviewingTenant();
    const reviewed = await ReviewedVisit.offered(customer);
    expect(await keptOf(reviewed)).toEqual({ keys: ['evidence'], pictures: 0 });
    await reviewed.ask();
    expect(await keptOf(reviewed)).toEqual({ keys: ['review-key'], pictures: 3 });
    expect(findIn(await everything())).toEqual([]);
    const token = await reviewed.token();
    const { token: by } = await makeReviewer(customer);
    // The request creates a link that is never used.
    expect((await ask('GET', `/reviews/${token}`, by)).status).toBe(200);
    await end(token, by);
    expect((await reviewed.result()).status).not.toBe('pending_tenant_review');
    expect(await keptOf(reviewed)).toEqual(NOTHING);
    expect(findIn(await everything())).toEqual([]);
  },
);

it('pictures for a human reviewer are deleted with the customer, even those that arrived as it ended (D-95)', async () => {
  const customer = await makeReviewingTenant();
  const { id: staffId } = await makeReviewer(customer);
  await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
    .bind(staffId)
    .run();
  const waiting = (count: number) =>
    eventually(async () => {
      const row = await env.DB.prepare(
        "SELECT count(*) AS n FROM verification_sessions WHERE tenant_id = ? AND status = 'pending_tenant_review'",
      )
        .bind(customer.id)
        .first<{ n: number }>();
      expect(row?.n).toBe(count);
    });
  const [early, late, other] = [
    await ReviewedVisit.waiting(customer),
    await ReviewedVisit.offered(customer),
    await ReviewedVisit.waiting(await makeReviewingTenant()),
  ];
  await waiting(1);
  const ctx = makeContext();
  await endUnproven(ctx, { staffId }, ctx.now());
  expect(await keptOf(early)).toEqual(NOTHING);
  await waiting(0);
  await late.ask();
  await waiting(1);
  await endUnprovenCustomers(ctx);
  expect(await keptOf(late)).toEqual(NOTHING);
  expect(await keptOf(other)).toEqual({ keys: ['review-key'], pictures: 3 });
  expect(findIn(await everything())).toEqual([]);
});
