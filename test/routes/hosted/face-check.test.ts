// The face check from the point of view of the use cases that start it (D-97): who may start and
// take it, how often, and which data is kept.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../../src/config/config.ts';
import {
  beginBoundFaceCheck,
  beginFaceCheck,
  takeFace,
} from '../../../src/domain/verification/begin-face-check.ts';
import { firstPartyPrincipal } from '../../../src/domain/verification/first-party-principal.ts';
import { makeToken } from '../../../src/domain/verification/tokens.ts';
import type { FaceUse } from '../../../src/domain/verification/rules/face/face-terms.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { makeContext } from '../../support/installation/context.ts';
import { EdgeVisit, looksEight, type honest } from '../../support/visitor/edge-visit.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { ScriptedFace, seeFace } from '../../support/visitor/scripted-face.ts';
import { oppositeOrder } from '../../support/visitor/lit-face.ts';
import { passOverOthers, walkStorage } from '../../support/counted/storage-walk.ts';

beforeEach(passOverOthers);
afterEach(() => void vi.useRealTimers());

const CLAIM = { use: 'enroll' as FaceUse, userId: 'u-1' };

async function begin(use: FaceUse = 'enroll') {
  const face = new ScriptedFace();
  const ctx = makeContext({ face });
  const owner = firstPartyPrincipal(ctx);
  const callbackUrl = `${ctx.config.baseUrl}/account/face`;
  const input = { use, userId: 'u-1', callbackUrl, locale: 'en' };
  const begun = await beginBoundFaceCheck(ctx, owner, input);
  const visit = await EdgeVisit.at(begun, { face });
  const { token } = await makeToken(ctx, 'xtk_', begun.sessionId);
  const take = (claim = CLAIM, by = owner) => takeFace(ctx, by, token, claim);
  return { ctx, face, begun, visit, take, owner, token };
}

const objectOf = (id: string) =>
  env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));

const readRecord = (id: string) =>
  runInDurableObject(
    objectOf(id),
    (_object, { storage }) =>
      [
        storage.kv.get<SessionRecord>('session')!,
        storage.kv.get<{ sealed: string }>('face'),
      ] as const,
  );

describe('the light of the screen (D-119)', () => {
  it.each([
    ['enroll', 6],
    ['verify', 3],
  ] as const)(
    'of a check to %s has %d colours, and passes when the face shows them',
    async (use, count) => {
      const { begun, visit } = await begin(use);
      expect((await visit.browser.step('liveness/challenge')).body.data.light).toHaveLength(count);
      visit.light();
      expect((await visit.pass()).body.data.outcome).toMatchObject({ status: 'success' });
      expect((await readRecord(begun.sessionId))[0].signals.light?.verdict).toBe('answers');
    },
  );

  it('asks for the movements once more when it shows another order, also in a check to verify', async () => {
    const { begun, visit } = await begin('verify');
    visit.light({ replay: oppositeOrder });
    await visit.move();
    const { data } = (await visit.reveal()).body;
    expect(data).toMatchObject({ step: 'liveness', problem: 'light_unclear' });
    expect((await readRecord(begun.sessionId))[0].signals.light?.verdict).toBe('contradicts');
  });
});

describe('the face of a passed check', () => {
  it('is the mean of its three frontal pictures, comes with the model and the consent, and is fetched once', async () => {
    const { face, begun, visit, take } = await begin();
    const passed = await visit.pass();
    expect(passed.body.data).toMatchObject({
      step: 'done',
      request: { purpose: 'face_check', face: 'enroll' },
      outcome: { status: 'success' },
    });
    const [record, kept] = await readRecord(begun.sessionId);
    const own = seeFace({ yaw: 0, pitch: 0 }).descriptor;
    const taken = await take();
    if (taken.status !== 'success') throw new Error(taken.status);
    const { notice, atMs } = record.consent ?? {};
    expect(taken.face).toMatchObject({ model: face.model, consent: { notice, atMs } });
    expect(Math.hypot(...taken.face.descriptor)).toBeCloseTo(1, 5);
    const apart = taken.face.descriptor.map((value, n) => value - (own[n] ?? 0));
    expect(Math.hypot(...apart)).toBeLessThan(0.3);
    expect(kept?.sealed).toEqual(expect.any(String));
    expect(await take()).toEqual({ status: 'gone' });
    expect((await readRecord(begun.sessionId))[1]).toBeUndefined();
  });

  it('may come from a replacement for a picture without a face (D-87)', async () => {
    const { face, visit, take } = await begin();
    await visit.move();
    await visit.reveal();
    await visit.estimate();
    const { times } = (await visit.browser.view()).body.data.reveal;
    face.altered = (t, seen) => (t === times[0] ? { ok: false, fault: 'no_face' } : seen);
    expect((await visit.reveal()).body.data.reveal).toMatchObject({ step: 'face' });
    expect((await visit.reveal()).body.data.outcome.status).toBe('success');
    expect((await take()).status).toBe('success');
  });

  it('is kept once when its pictures arrive twice concurrently', async () => {
    const { visit, take } = await begin();
    await visit.move();
    await visit.reveal();
    await visit.estimate();
    const replies = await Promise.all([visit.reveal(), visit.reveal()]);
    expect(replies.map(({ status }) => status)).toContain(200);
    expect((await take()).status).toBe('success');
  });

  it('is that of the phone that took over: the one from the computer is discarded', async () => {
    const { begun, visit, take } = await begin();
    await visit.move();
    await visit.reveal();
    await visit.changeDevice();
    expect((await visit.browser.view()).body.data.step).toBe('liveness');
    const stored = await runInDurableObject(objectOf(begun.sessionId), (_object, { storage }) =>
      storage.kv.get('evidence'),
    );
    expect(stored).toBeUndefined();
    await visit.pass();
    expect((await take()).status).toBe('success');
  });

  it('goes to one of three concurrent requests', async () => {
    const { visit, take } = await begin();
    await visit.pass();
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['gone', 'gone', 'success']);
  });

  it('is refused to another use, person, customer or mode, and kept for its own', async () => {
    const { visit, take, owner } = await begin();
    await visit.pass();
    for (const claim of [
      { ...CLAIM, use: 'verify' as const },
      { ...CLAIM, userId: 'u-2' },
    ])
      expect(await take(claim)).toEqual({ status: 'gone' });
    const stranger = { ...owner, tenant: { ...owner.tenant, id: 'ten_other' } };
    expect(await take(CLAIM, stranger)).toEqual({ status: 'gone' });
    expect(await take(CLAIM, { ...owner, test: true })).toEqual({ status: 'gone' });
    expect((await take()).status).toBe('success');
  });

  it('is deleted after five minutes, by the clock and by the alarm', async () => {
    const { begun, visit, take } = await begin();
    await visit.pass();
    goTo(LIFETIMES.checkedFaceMs + 5_000);
    await runDurableObjectAlarm(objectOf(begun.sessionId));
    expect((await readRecord(begun.sessionId))[1]).toBeUndefined();
    expect(await take()).toEqual({ status: 'gone' });
  });

  it('is encrypted at rest, and leaves no readable descriptor once the check has ended', async () => {
    const { face, begun, visit } = await begin();
    face.altered = (_, seen) =>
      seen.ok
        ? { ok: true, face: { ...seen.face, descriptor: [0.6, 0.8, ...Array(1022).fill(0)] } }
        : seen;
    await visit.pass();
    const floats = new TextDecoder('latin1').decode(Float32Array.of(0.6, 0.8));
    const telling = [floats, '0.6000000238418579 0.800000011920929', 'descriptor:'];
    const found = [...(await walkStorage())].filter(([, text]) =>
      telling.some((part) => text.includes(part)),
    );
    expect(found.map(([where]) => where)).toEqual([]);
    const [, kept] = await readRecord(begun.sessionId);
    expect(kept?.sealed.length).toBeGreaterThan(4096);
  });
});

describe('a face check', () => {
  it('estimates no age: the face Worker is not asked for one, and none is kept', async () => {
    const { face, begun, visit } = await begin();
    await visit.pass();
    expect(face.requests.map(({ step }) => step)).toEqual(['liveness', 'face']);
    const [record] = await readRecord(begun.sessionId);
    expect(record.steps.age).not.toHaveProperty('shown');
    expect(record).toMatchObject({
      steps: { age: { isJudged: false } },
      checks: { liveness: true },
    });
    expect(record.checks).toEqual({ liveness: true });
  });

  it.each([
    ['enroll', 'hard'],
    ['verify', 'medium'],
  ] as const)('to %s is %s', async (use, difficulty) => {
    const { begun } = await begin(use);
    const [{ request }] = await readRecord(begun.sessionId);
    expect(request.difficulty).toBe(difficulty);
  });

  it('accepts the face of a child of 8 like any other', async () => {
    const { visit, take } = await begin();
    await visit.move();
    expect((await visit.browser.view()).body.data.step).toBe('face');
    await visit.reveal();
    await visit.estimate(looksEight);
    await visit.reveal();
    expect((await take()).status).toBe('success');
  });

  it('ends without a face when the pictures show somebody else, with the reason', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { begun, visit, take } = await begin();
    await visit.move();
    await visit.reveal();
    const eve = (at: Parameters<typeof honest>[0]) => {
      const { yaw, pitch } = at;
      return { ok: true as const, face: seeFace({ yaw, pitch, person: 'Eve' }) };
    };
    await visit.estimate(eve);
    expect((await visit.reveal()).body.data.problem).toBe('age_unclear');
    await visit.estimate(eve);
    const { data } = (await visit.reveal()).body;
    expect(data.outcome).toMatchObject({ status: 'failed', reason: 'not_same_person' });
    expect(await take()).toEqual({ status: 'failed', reason: 'not_same_person' });
    const [record, kept] = await readRecord(begun.sessionId);
    expect([record.checks, kept]).toEqual([{ liveness: false }, undefined]);
    logged.mockRestore();
  });

  it('needs a consent that names the version of the notice', async () => {
    const face = new ScriptedFace();
    const ctx = makeContext({ face });
    const owner = firstPartyPrincipal(ctx);
    const callbackUrl = `${ctx.config.baseUrl}/account/face`;
    const begun = await beginBoundFaceCheck(ctx, owner, { ...CLAIM, callbackUrl });
    const visit = await EdgeVisit.at(begun, { face });
    expect((await visit.browser.view()).body.data.step).toBe('liveness');
    const again = await beginBoundFaceCheck(ctx, owner, { ...CLAIM, callbackUrl });
    await visit.browser.openOwn(again);
    expect((await visit.browser.step('consent', { biometric: true })).status).toBe(409);
  });

  it('cannot begin where nothing is measured at the edge: UNAVAILABLE', async () => {
    const ctx = makeContext();
    const input = { ...CLAIM, callbackUrl: `${ctx.config.baseUrl}/account/face` };
    await expect(beginFaceCheck(ctx, firstPartyPrincipal(ctx), input)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('opens only in the browser with its cookie, and reports `running` until it has ended', async () => {
    const { begun, take } = await begin();
    const stranger = await new TestBrowser().open(begun.verifyUrl.split('/').at(-1)!);
    expect(stranger.body.error?.code).toBe('SESSION_OPENED_ELSEWHERE');
    expect(await take()).toEqual({ status: 'running' });
  });

  it('cannot be contested, reviewed, kept or answered by an earlier age', async () => {
    const { visit } = await begin();
    const { browser } = visit;
    for (const path of ['contest', 'account/reuse', 'review'])
      expect((await browser.step(path)).status).toBeGreaterThanOrEqual(400);
    expect((await browser.view()).body.data.step).toBe('liveness');
    await visit.pass();
    expect((await browser.step('contest')).status).toBe(409);
    expect((await browser.step('account/keep')).status).toBeGreaterThanOrEqual(400);
  });
});
