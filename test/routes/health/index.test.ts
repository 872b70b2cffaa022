import { env, exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteRun } from '../../../src/domain/operations/health/note-run.ts';
import { DAILY, FREQUENT } from '../../../src/domain/operations/health/schedule.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ScriptedDocuments } from '../../support/visitor/scripted-documents.ts';
import { ScriptedFace } from '../../support/visitor/scripted-face.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import { OutageWorld } from '../../support/faults/outage.ts';

const HOUR_MS = 3_600_000;

afterEach(() => void vi.useRealTimers());

const GOOD = {
  d1: 'ok',
  objects: 'ok',
  queues: 'ok',
  keys: 'ok',
  schedule: 'ok',
  face: 'ok',
  documents: 'ok',
  wallet: 'ok',
  wallet_lists: 'ok',
  storage: 'ok',
  ledgers: 'ok',
};

/** Tests run without a build, so the page is a stub. */
const page = (status: number) =>
  ({ fetch: async () => new Response('<!doctype html>', { status }) }) as unknown as Fetcher;

function makeWorld(): OutageWorld {
  const world = new OutageWorld();
  world.env.ASSETS = page(200);
  world.env.FACE = new ScriptedFace().binding;
  world.env.DOCUMENTS = new ScriptedDocuments().binding;
  world.env.WALLET = { health: async () => ({ ok: true }) } as unknown as Fetcher;
  return world;
}

/**
 * @param list the status list; `validUntilMs` is relative to now, or null if the list has never
 * been fetched
 */
async function nameStatusList(list: {
  validUntilMs: number | null;
  failure: string | null;
  namedAgoDays?: number;
}): Promise<void> {
  const { validUntilMs, failure, namedAgoDays = 0 } = list;
  const nowMs = Date.now();
  await env.DB.prepare(
    `INSERT INTO wallet_status_lists (uri, doc_type, named_at_ms, due_at_ms, failure, valid_until_ms)
     VALUES ('https://issuer.quarry.example/lists/1', 'eu.europa.ec.av.1', ?, 0, ?, ?)`,
  )
    .bind(
      nowMs - namedAgoDays * 24 * HOUR_MS,
      failure,
      validUntilMs === null ? null : nowMs + validUntilMs,
    )
    .run();
}

/** A binding whose calls all fail. */
const brokenBinding = () =>
  new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('down');
      },
    },
  );

/**
 * Records that both schedules have just run.
 * @param failed the failed steps of the frequent schedule
 */
async function runSchedules(failed: string[] = [], atMs = Date.now()): Promise<void> {
  for (const cron of [FREQUENT, DAILY])
    await noteRun(makeContext(), {
      cron,
      startedAtMs: atMs,
      finishedAtMs: atMs,
      failed: cron === FREQUENT ? failed : [],
    });
}

async function readyz(world: OutageWorld) {
  const { status, body } = await world.call('/readyz');
  return { http: status, ...body };
}

describe('GET /healthz (D-67)', () => {
  it('is 200 whatever else is down, and queries nothing', async () => {
    const world = makeWorld();
    world.database = 'failing';
    const broken = brokenBinding();
    Object.assign(world.env, { VERIFICATION_SESSION: broken, MAIL: broken, ASSETS: broken });
    expect(await world.call('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('answers for its own host only, like every route', async () => {
    const request = new Request('http://other.example/healthz');
    expect((await exports.default.fetch(request)).status).toBe(421);
  });
});

describe('GET /readyz (D-67)', () => {
  it('is 200 with every check ok, and is not cached by others', async () => {
    await runSchedules();
    const world = makeWorld();
    expect(await readyz(world)).toEqual({ http: 200, status: 'ok', checks: GOOD });
    expect((await world.fetch('/readyz')).headers.get('Cache-Control')).toBe('no-store');
  });

  it('is 503 while D1 is down, within two seconds if it is silent, and cached keys last a while', async () => {
    await runSchedules();
    const world = makeWorld();
    await readyz(world);
    for (const weather of ['failing', 'silent'] as const) {
      world.database = weather;
      goTo(5_000);
      expect(await readyz(world)).toEqual({
        http: 503,
        status: 'down',
        checks: {
          ...GOOD,
          d1: 'down',
          queues: 'degraded',
          schedule: 'degraded',
          ledgers: 'degraded',
        },
      });
    }
  });

  it.each([
    ['ok', 0.69, 200],
    ['degraded', 0.71, 200],
    ['down', 0.96, 503],
  ] as const)('is %s when %f of the database are used', async (condition, share, http) => {
    await runSchedules();
    const bytes = await makeContext().databaseSize();
    const world = makeWorld();
    Object.assign(world.env, { D1_LIMIT_MB: String(bytes / share / 1_000_000) });
    const answered = await readyz(world);
    expect([answered.http, answered.checks.storage]).toEqual([http, condition]);
  });

  it.each([
    ['ok', 6_900_000_000, 200],
    ['degraded', 7_000_000_000, 200],
    ['down', 9_500_000_000, 503],
  ] as const)(
    'is %s when a ledger has %i bytes, and names no customer',
    async (condition, bytes, http) => {
      await runSchedules();
      await env.DB.prepare(
        "INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, bytes) VALUES ('ten_large', 0, 1, 1, ?)",
      )
        .bind(bytes)
        .run();
      expect(await readyz(makeWorld())).toEqual({
        http,
        status: condition,
        checks: { ...GOOD, ledgers: condition },
      });
    },
  );

  it('caches its answer for five seconds', async () => {
    await runSchedules();
    const world = makeWorld();
    goTo(0);
    await readyz(world);
    world.database = 'failing';
    goTo(4_999);
    expect((await readyz(world)).status).toBe('ok');
    goTo(1);
    expect((await readyz(world)).status).toBe('down');
  });

  it.each([
    ['objects', 'VERIFICATION_SESSION'],
    ['queues', 'MAIL'],
    ['face', 'ASSETS'],
    ['face', 'FACE'],
    ['documents', 'DOCUMENTS'],
    ['wallet', 'WALLET'],
  ])('is 503 with %s down (%s)', async (check, binding) => {
    await runSchedules();
    const world = makeWorld();
    const broken = brokenBinding();
    Object.assign(world.env, { [binding]: broken });
    expect(await readyz(world)).toEqual({
      http: 503,
      status: 'down',
      checks: { ...GOOD, [check]: 'down' },
    });
  });

  it('is 503 when the face Worker is silent, and degraded when none is bound (D-80)', async () => {
    await runSchedules();
    const world = makeWorld();
    const face = new ScriptedFace();
    face.hold();
    world.env.FACE = face.binding;
    expect(await readyz(world)).toEqual({
      http: 503,
      status: 'down',
      checks: { ...GOOD, face: 'down' },
    });
    const withoutFace = makeWorld();
    Object.assign(withoutFace.env, { FACE: undefined });
    expect(await readyz(withoutFace)).toEqual({
      http: 200,
      status: 'degraded',
      checks: { ...GOOD, face: 'degraded' },
    });
  });

  it('is degraded when no Worker that reads documents is bound (D-91)', async () => {
    await runSchedules();
    const world = makeWorld();
    Object.assign(world.env, { DOCUMENTS: undefined });
    expect(await readyz(world)).toEqual({
      http: 200,
      status: 'degraded',
      checks: { ...GOOD, documents: 'degraded' },
    });
  });

  it('is degraded when no Worker that judges proofs from wallets is bound (D-146)', async () => {
    await runSchedules();
    const world = makeWorld();
    Object.assign(world.env, { WALLET: undefined });
    expect(await readyz(world)).toEqual({
      http: 200,
      status: 'degraded',
      checks: { ...GOOD, wallet: 'degraded' },
    });
  });

  it.each([
    ['has expired', { validUntilMs: -1, failure: null }],
    ['could never be fetched', { validUntilMs: null, failure: 'unreachable' }],
    ['has expired and cannot be fetched', { validUntilMs: -1, failure: 'untrusted' }],
  ])('is degraded when a status list of credentials %s (D-150)', async (_case, list) => {
    await runSchedules();
    await nameStatusList(list);
    for (const setting of ['accept', 'refuse']) {
      const world = makeWorld();
      Object.assign(world.env, { WALLET_STATUS_LISTS: setting });
      expect(await readyz(world)).toEqual({
        http: 200,
        status: 'degraded',
        checks: { ...GOOD, wallet_lists: 'degraded' },
      });
    }
    // With the default setting, wallet checks do not consult status lists.
    expect((await readyz(makeWorld())).status).toBe('ok');
  });

  it.each([
    [
      'is valid, although the last attempt failed',
      { validUntilMs: HOUR_MS, failure: 'unreachable' },
    ],
    ['was named just now', { validUntilMs: null, failure: null }],
    ['was not used for a week', { validUntilMs: -1, failure: null, namedAgoDays: 8 }],
  ])('is ok when a status list of credentials %s', async (_case, list) => {
    await runSchedules();
    await nameStatusList(list);
    const world = makeWorld();
    Object.assign(world.env, { WALLET_STATUS_LISTS: 'refuse' });
    expect(await readyz(world)).toEqual({ http: 200, status: 'ok', checks: GOOD });
  });

  it('is 503 with keys down when they cannot be unsealed', async () => {
    await runSchedules();
    await readyz(makeWorld());
    const world = makeWorld();
    Object.assign(world.env, { KEY_ENCRYPTION_KEY: btoa('another-seal-key-another-seal-k1') });
    expect((await readyz(world)).checks).toEqual({ ...GOOD, keys: 'down' });
  });

  it('is degraded before the first run of a schedule, after a failed step, and when a run is late', async () => {
    const schedule = async () => {
      const { http, checks } = await readyz(makeWorld());
      return [http, checks.schedule];
    };
    expect(await schedule()).toEqual([200, 'degraded']);
    await runSchedules(['sweepMails']);
    expect(await schedule()).toEqual([200, 'degraded']);
    await runSchedules();
    expect(await schedule()).toEqual([200, 'ok']);
    await runSchedules([], Date.now() - 21 * 60_000);
    expect(await schedule()).toEqual([200, 'degraded']);
    await runSchedules([], Date.now() - 61 * 60_000);
    expect(await schedule()).toEqual([503, 'down']);
  });

  it('is degraded while work is overdue or a queue has dead letters', async () => {
    await runSchedules();
    const hourAgo = Date.now() - 3_600_000;
    await env.DB.prepare('INSERT INTO dead_letters VALUES (?, ?, NULL, ?, ?)')
      .bind('agate-mail-dead', 'mail_1', hourAgo, hourAgo)
      .run();
    await env.DB.prepare(
      "INSERT INTO mails (id, recipient, locale, template, details, created_at_ms) VALUES ('mail_1', '', 'en', '', '{}', ?)",
    )
      .bind(hourAgo)
      .run();
    const world = makeWorld();
    expect((await readyz(world)).checks).toEqual({ ...GOOD, queues: 'degraded' });
    // A single email that cannot be sent is a matter for operators; the page must not report a
    // delay to everybody.
    const html = { headers: { Accept: 'text/html', 'Accept-Language': 'en' } };
    const status = async () => (await makeWorld().fetch('/status', html)).text();
    expect(await status()).toContain('Everything is working');
    await env.DB.prepare("UPDATE mails SET id = 'mail_2'").run();
    expect(await status()).toContain('Messages are delayed');
  });
});
