// Counts what each request asks of the bindings (architecture 3), by handing the Worker an env that counts.
import {
  createExecutionContext,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../src/config/config.ts';
import { createContext } from '../../src/context.ts';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import { settleFaceSession } from '../../src/domain/integration/face-2fa/settle-session.ts';
import { toSessionEvent } from '../../src/domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../src/domain/verification/rules/session/session.ts';
import worker from '../../src/index.ts';
import { VALID_INIT } from '../support/customer/api.ts';
import { EdgeVisit } from '../support/visitor/edge-visit.ts';
import { bodyOf, FaceBackend } from '../support/customer/face-backend.ts';
import { countingEnv, noHops } from '../support/counted/hops.ts';
import { makeReviewingTenant, ReviewedVisit } from '../support/customer/reviews.ts';
import { DocumentVisit, ScriptedDocuments } from '../support/visitor/scripted-documents.ts';
import { photoOf, ScriptedFace } from '../support/visitor/scripted-face.ts';
import { failSession } from '../support/customer/retakes.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { tooYoung } from '../support/visitor/too-young.ts';

afterEach(() => void vi.useRealTimers());

const bindWithDocuments =
  (hops: ReturnType<typeof noHops>, documents = new ScriptedDocuments()) =>
  (face: Fetcher): Env => ({ ...countingEnv(hops, face), DOCUMENTS: documents.binding });

describe('hop budget', () => {
  it('is one object call and no database read for init, result and status once a key is known', async () => {
    const { secret } = await makeTenant();
    const hops = noHops();
    const counting = countingEnv(hops);
    const ask = async (path: string, body?: unknown, headers = {}) => {
      Object.assign(hops, noHops());
      const execution = createExecutionContext();
      const request = new Request(`http://localhost:8787/verify/v1${path}`, {
        headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      const response = await worker.fetch(request, counting, execution);
      await waitOnExecutionContext(execution);
      const { data } = await response.json<{ data: { token: string } }>();
      return { data, status: response.status, ...hops };
    };
    const cold = await ask('/init', VALID_INIT);
    // The key is read; once an hour its use is noted, after the answer.
    expect(cold).toMatchObject({ status: 201, objects: 1, d1: 2 });
    const warm = await ask('/init', VALID_INIT);
    expect(warm).toMatchObject({ status: 201, objects: 1, d1: 0, assets: 0 });
    const { token } = warm.data;
    expect(await ask(`/result/${token}`)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    expect(await ask(`/status/${token}`)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    for (const wrong of ['xtk_nonsense', `xtk_${'A'.repeat(86)}`])
      expect(await ask(`/result/${wrong}`)).toMatchObject({ status: 404, objects: 1, d1: 0 });
    const idempotent = await ask('/init', VALID_INIT, { 'Idempotency-Key': 'once' });
    expect(idempotent).toMatchObject({ status: 201, objects: 2, d1: 0 });
    // A look at the old session, and its call that begins the new one; a claim between them with a key.
    for (const [headers, objects] of [
      [{}, 2],
      [{ 'Idempotency-Key': 'again' }, 3],
    ] as const) {
      const { data } = await ask('/init', VALID_INIT);
      await failSession(data.token);
      const retaken = await ask(`/sessions/${data.token}/retake`, {}, headers);
      expect(retaken).toMatchObject({ status: 200, objects, d1: 0 });
      const again = await ask(`/sessions/${data.token}/retake`, {});
      expect(again).toMatchObject({ status: 409, objects: 1, d1: 0 });
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LIFETIMES.keyCacheMs });
    expect(await ask('/init', VALID_INIT)).toMatchObject({ status: 201, objects: 1, d1: 1 });
    expect(await ask('/init', VALID_INIT)).toMatchObject({ status: 201, objects: 1, d1: 0 });
  });

  it('is one object call for each step of the page, and two with one measurement for its pictures', async () => {
    const hops = noHops();
    const visit = await EdgeVisit.begin({}, { bind: (face) => countingEnv(hops, face) });
    // After the answer to the consent, so that the face Worker has started when it is wanted.
    expect(hops.face).toBe(1);
    const after = async (act: () => Promise<unknown>) => {
      Object.assign(hops, noHops());
      await act();
      return { ...hops };
    };
    const none = { d1: 0, assets: 0, face: 0 };
    expect(await after(() => visit.browser.view())).toEqual({ ...none, objects: 1 });
    // The challenge and its answer.
    expect(await after(() => visit.move())).toEqual({ ...none, objects: 2 });
    // A look at what is due, then the pictures.
    expect(await after(() => visit.reveal())).toEqual({ ...none, objects: 3, face: 1 });
    expect(await after(() => visit.estimate())).toEqual({ ...none, objects: 2 });
    expect(await after(() => visit.reveal())).toEqual({ ...none, objects: 3, face: 1 });
    expect((await visit.browser.view()).body.data.status).toBe('success');
  });

  it('is one object call and one write for a picture of a face, before it is measured (D-15)', async () => {
    const hops = noHops();
    const face = new ScriptedFace();
    const tenant = await makeTenant();
    const backend = new FaceBackend(tenant, face, countingEnv(hops, face.binding));
    await backend.user('ada');
    const after = async (act: () => Promise<unknown>) => {
      Object.assign(hops, noHops());
      await act();
      return { ...hops };
    };
    const ask = (path: string, headers = {}) =>
      after(() => backend.call('POST', path, bodyOf('ada', photoOf('ada')), headers));
    // The limit and the challenge; then one measurement, one read of endpoints, one transaction.
    expect(await ask('/register')).toMatchObject({ objects: 1, d1: 3, face: 1 });
    // The template is read as well.
    expect(await ask('/verify')).toMatchObject({ objects: 1, d1: 4, face: 1 });
    const keyed = await ask('/verify', { 'Idempotency-Key': 'once' });
    expect(keyed).toMatchObject({ objects: 2, d1: 4, face: 1 });
    // Which model describes faces now is asked once a minute.
    for (const face of [1, 0])
      expect(await after(() => backend.user('ada'))).toMatchObject({ objects: 0, d1: 1, face });
    expect(await after(() => backend.status('fch_x'))).toMatchObject({ objects: 0, d1: 1 });
    expect(await after(() => backend.erase('ada'))).toMatchObject({ objects: 0, d1: 1 });
  });

  it('is one question to the list of blocked faces for a live check, after the enrolled face, and one for its challenge (D-108)', async () => {
    const sent = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockResolvedValue(undefined as never);
    const hops = noHops();
    const backend = await FaceBackend.make();
    await backend.block(photoOf('Eve'));
    // Reads the list.
    await backend.register('ada', photoOf('Ada'));
    const { data } = (await backend.begin('verify', 'ada')).body;
    const sessionId = decodeObjectId(data.challenge_id.slice('fch_'.length)) ?? '';
    const bind = (face: Fetcher) => countingEnv(hops, face);
    const at = { verifyUrl: data.verify_url, sessionId };
    const visit = await EdgeVisit.at(at, { face: backend.face, bind });
    await visit.move();
    await visit.reveal();
    await visit.estimate();
    Object.assign(hops, noHops());
    expect((await visit.reveal()).body.data.status).toBe('success');
    // Who would pass: the template, then the list, and the session once more with the answer.
    expect(hops).toEqual({ objects: 5, d1: 1, assets: 0, face: 1 });
    const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(sessionId));
    const record = await runInDurableObject(stub, (_object, { storage }) =>
      storage.kv.get<SessionRecord>('session'),
    );
    const execution = createExecutionContext();
    const ctx = createContext(countingEnv(hops), execution);
    Object.assign(hops, noHops());
    await settleFaceSession(ctx, toSessionEvent(record!, 'completed', Date.now()));
    await waitOnExecutionContext(execution);
    // The face, the list, and that the face was used; challenge, template, endpoints, one transaction.
    expect(hops).toEqual({ objects: 3, d1: 4, assets: 0, face: 0 });
    expect((await backend.status(data.challenge_id)).body.data.passed).toBe(true);
    sent.mockRestore();
  });

  it('is two object calls with one reading and one measurement for a document', async () => {
    const hops = noHops();
    const documents = new ScriptedDocuments();
    const bind = bindWithDocuments(hops, documents);
    const visit = await DocumentVisit.atDocument(undefined, { bind });
    const parts = await visit.parts();
    Object.assign(hops, noHops());
    expect((await visit.send(parts)).body.data.status).toBe('success');
    expect(hops).toEqual({ objects: 2, d1: 0, assets: 0, face: 1 });
    expect(documents.requests).toHaveLength(1);
  });

  it('is two object calls with one measurement for asking a human (D-95)', async () => {
    const hops = noHops();
    const bind = bindWithDocuments(hops);
    const reviewed = await ReviewedVisit.offered(await makeReviewingTenant(), { bind });
    Object.assign(hops, noHops());
    expect((await reviewed.ask()).body.data.status).toBe('pending_tenant_review');
    expect(hops).toEqual({ objects: 2, d1: 0, assets: 0, face: 1 });
  });

  it('is two object calls and one read for contesting an estimate (D-93)', async () => {
    const hops = noHops();
    const visit = await tooYoung({}, { bind: bindWithDocuments(hops) });
    Object.assign(hops, noHops());
    expect((await visit.edge.browser.step('contest')).status).toBe(200);
    expect(hops).toEqual({ objects: 2, d1: 1, assets: 0, face: 0 });
  });
});
