// How many calls a person's check takes: the backend's requests, the page's steps, and documents.
import { afterEach, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../../src/config/config.ts';
import { VALID_INIT } from '../../support/customer/api.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { failSession } from '../../support/customer/retakes.ts';
import { makeReviewingTenant, ReviewedVisit } from '../../support/customer/reviews.ts';
import { countingEnv, countRequest } from '../../support/counted/round-trips.ts';
import { DocumentVisit, ScriptedDocuments } from '../../support/visitor/scripted-documents.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { tooYoung } from '../../support/visitor/too-young.ts';
import { expectBudgets, Walk } from './walk.ts';

afterEach(() => void vi.useRealTimers());

it('a backend’s call is one call of the session’s object, since its key is cached', async () => {
  const { secret } = await makeTenant();
  const walk = new Walk('backend');
  const counting = countingEnv(walk.count);
  const ask = async (
    name: string,
    wanted: number,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const request = new Request(`http://localhost:8787/verify/v1${path}`, {
      headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const { response, counted } = await countRequest(walk.count, counting, request);
    expect([name, response.status]).toEqual([name, wanted]);
    walk.note(name, counted);
    return (await response.json<{ data?: { token: string } }>()).data?.token ?? '';
  };
  await ask('init with a key that the isolate does not know', 201, '/init', VALID_INIT);
  await ask('init for a television', 201, '/init', { ...VALID_INIT, display: 'tv' });
  const init = (name = 'init', key?: string) =>
    ask(name, 201, '/init', VALID_INIT, key === undefined ? {} : { 'Idempotency-Key': key });
  const token = await init();
  await ask('result', 200, `/result/${token}`);
  await ask('status', 200, `/status/${token}`);
  for (const wrong of ['xtk_nonsense', `xtk_${'A'.repeat(86)}`])
    await ask('result of an unknown token', 404, `/result/${wrong}`);
  await init('init with an idempotency key', 'once');
  for (const [name, headers] of [
    ['retake', {}],
    ['retake with an idempotency key', { 'Idempotency-Key': 'again' }],
  ] as const) {
    const failed = await init();
    await failSession(failed);
    await ask(name, 200, `/sessions/${failed}/retake`, {}, headers);
    await ask(
      'retake of a session that was already retaken',
      409,
      `/sessions/${failed}/retake`,
      {},
    );
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LIFETIMES.keyCacheMs });
  await init('init that reads the key again');
  await init();
  expectBudgets(walk);
});

it('a step of the page is one object call, and two with one measurement for its pictures', async () => {
  const walk = new Walk('page');
  const visit = await EdgeVisit.begin({}, { bind: (face) => countingEnv(walk.count, face) });
  // The face Worker is called once the response to the consent has been sent, so that it has
  // started by the time it is needed.
  expect(walk.count.trips.face).toBe(1);
  await walk.noteAll('view', () => visit.browser.view());
  const chooser = await EdgeVisit.begin(
    { accept: { order: ['document', 'face'] } },
    {
      bind: (face) => ({
        ...countingEnv(walk.count, face),
        DOCUMENTS: new ScriptedDocuments().binding,
      }),
      consent: { notice: 'another' },
    },
  );
  await walk.noteAll('choose a way', () => chooser.browser.step('way', { way: 'document' }));
  await walk.noteAll('movements', () => visit.move());
  await walk.noteAll('pictures of the movements', () => visit.reveal());
  await walk.noteAll('estimate', () => visit.estimate());
  await walk.noteAll('pictures of the estimate', () => visit.reveal());
  expect((await visit.browser.view()).body.data.status).toBe('success');
  expectBudgets(walk);
});

it('a document, a human review and a contest take two object calls: one to prepare, one for the verdict', async () => {
  const walk = new Walk('documents');
  const documents = new ScriptedDocuments();
  const bind = (face: Fetcher): Env => ({
    ...countingEnv(walk.count, face),
    DOCUMENTS: documents.binding,
  });
  const visit = await DocumentVisit.atDocument(undefined, { bind });
  const parts = await visit.parts();
  const read = await walk.noteAll('document', () => visit.send(parts));
  expect(read.body.data.status).toBe('success');
  expect(documents.requests).toHaveLength(1);

  const reviewed = await ReviewedVisit.offered(await makeReviewingTenant(), { bind });
  const waiting = await walk.noteAll('ask for a review', () => reviewed.ask());
  expect(waiting.body.data.status).toBe('pending_tenant_review');

  const { edge } = await tooYoung({}, { bind });
  const contested = await walk.noteAll('contest an estimate', () => edge.browser.step('contest'));
  expect(contested.status).toBe(200);
  expectBudgets(walk);
});
