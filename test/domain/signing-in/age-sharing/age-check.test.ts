import { runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readVerifiedAge } from '../../../../src/domain/accounts/verified-ages/verified-age.ts';
import {
  beginAgeCheck,
  takeAgeCheck,
} from '../../../../src/domain/signing-in/age-sharing/age-check.ts';
import { contestSession } from '../../../../src/domain/integration/contesting/contest-session.ts';
import { openLink, readBrowserProof } from '../../../../src/domain/verification/browser-session.ts';
import type { SessionRecord } from '../../../../src/domain/verification/rules/session/session.ts';
import { encodeObjectId } from '../../../../src/crypto/capability-token.ts';
import { makeToken } from '../../../../src/domain/verification/tokens.ts';
import { pass, signedIn, type Person } from '../../../support/account/age-owners.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { TestBrowser } from '../../../support/visitor/hosted.ts';
import { ScriptedDocuments } from '../../../support/visitor/scripted-documents.ts';
import { ScriptedFace } from '../../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const linkIn = (url: string) => ({ token: url.split('/').at(-1) ?? '' });

describe('verifying one’s own age (age-check.ts)', () => {
  async function begin(ctx: TestContext, person: Person) {
    const { account } = person;
    const check = { account, returnPath: '/account/age', locale: 'en' };
    const begun = await beginAgeCheck(ctx, check);
    const { token } = await makeToken(ctx, 'xtk_', begun.sessionId);
    return { objectId: begun.sessionId, token, begun };
  }

  it('is kept with the date of the check, for the person who made it, and repeating it changes nothing', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedIn(ctx), await signedIn(ctx)];
    const { objectId, token } = await begin(ctx, ada);
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('failed');
    const completedAtMs = Date.now() - 10;
    await pass(objectId, completedAtMs, { metThreshold: 21 });
    expect(await takeAgeCheck(ctx, eve.account, token)).toBe('failed');
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('success');
    const kept = await readVerifiedAge(ctx, ada.account.id);
    expect(kept).toMatchObject({ bracket: 21, verifiedAtMs: completedAtMs });
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('success');
    expect(await readVerifiedAge(ctx, ada.account.id)).toEqual(kept);
    expect(await readVerifiedAge(ctx, eve.account.id)).toBeUndefined();
  });

  it.each([
    ['at the edge, where a face Worker is bound', new ScriptedFace(), 'edge'],
    ['on the device without one', undefined, 'device'],
  ] as const)(
    'is measured where a kept age must be measured: %s (D-56)',
    async (_where, face, measured) => {
      const ctx = makeContext({ face });
      const { begun } = await begin(ctx, await signedIn(ctx));
      expect((await new TestBrowser().openOwn(begun)).body.data.measured).toBe(measured);
    },
  );

  it('uses a document when requested and available, and is kept with that level (D-73)', async () => {
    const documents = new ScriptedDocuments();
    const ctx = makeContext({ face: new ScriptedFace(), documents });
    const person = await signedIn(ctx, 25, { verifiedAtMs: Date.now() - 1000 });
    const check = { account: person.account, returnPath: '/account/age', locale: 'en' };
    const { sessionId } = await beginAgeCheck(ctx, { ...check, level: 'document' });
    const modeOf = (id: string) =>
      runInDurableObject(ctx.objects.session(id)!, (_object, { storage }) => {
        const { offer, request } = storage.kv.get<SessionRecord>('session')!;
        return [request.mode, offer.documents?.allowed.length];
      });
    expect(await modeOf(sessionId)).toEqual(['document', 4]);
    const without = await beginAgeCheck(makeContext(), { ...check, level: 'document' });
    expect(await modeOf(without.sessionId)).toEqual(['auto', undefined]);
    const checks = { liveness: true, document: true, faceMatch: true, age: true };
    await pass(sessionId, Date.now(), { metThreshold: 21, checks });
    const { token } = await makeToken(ctx, 'xtk_', sessionId);
    expect(await takeAgeCheck(ctx, person.account, token)).toBe('success');
    expect(await readVerifiedAge(ctx, person.account.id)).toMatchObject({
      bracket: 21,
      level: 'document',
    });
  });

  it('replaces a higher age when a site requires a level and the check has it (D-163)', async () => {
    const ctx = makeContext();
    const old = { method: 'document', measured: 'edge', verifiedAtMs: Date.now() - 1000 } as const;
    const person = await signedIn(ctx, 25, old);
    const take = async (checks: object) => {
      const { objectId, token } = await begin(ctx, person);
      await pass(objectId, Date.now(), { metThreshold: 18, checks });
      await takeAgeCheck(ctx, person.account, token, { level: 'wallet' });
      const kept = await readVerifiedAge(ctx, person.account.id);
      return [kept?.bracket, kept?.level];
    };
    expect(await take({ liveness: true, age: true })).toEqual([25, 'document']);
    expect(await take({ wallet: true, age: true })).toEqual([18, 'wallet']);
  });

  it('cannot be contested after an estimate below the threshold, since no account keeps the result of a contest (D-93)', async () => {
    const documents = new ScriptedDocuments();
    const ctx = makeContext({ face: new ScriptedFace(), documents });
    const person = await signedIn(ctx);
    const { objectId, token, begun } = await begin(ctx, person);
    const failed = { state: { status: 'failed' }, reason: 'age_below_threshold' } as const;
    const checks = { liveness: true, age: false };
    const proof = readBrowserProof(begun.cookie, objectId)!;
    await openLink(ctx, linkIn(begun.verifyUrl), () => begun.cookie, undefined);
    await pass(objectId, Date.now(), { ...failed, checks });
    expect(await takeAgeCheck(ctx, person.account, token)).toBe('failed');
    await expect(contestSession(ctx, proof)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('opens only in the browser that began it, and another person’s check changes nothing (V5)', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedIn(ctx), await signedIn(ctx)];
    const { begun } = await begin(ctx, ada);
    const link = begun.verifyUrl.split('/').at(-1)!;
    const { begun: other } = await begin(ctx, eve);
    const adult = new TestBrowser();
    adult.setCookie('agate-account', eve.cookie);
    adult.setCookie(`verification-${encodeObjectId(begun.sessionId)}`, other.cookie);
    for (const stranger of [new TestBrowser(), adult]) {
      const refused = await stranger.open(link);
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'SESSION_OF_OTHER_BROWSER']);
    }
    const own = new TestBrowser();
    expect((await own.openOwn(begun)).body.data.step).toBe('consent');
    expect((await own.open(link)).status).toBe(200);
    expect((await own.step('consent', { biometric: true })).status).toBe(200);
    expect((await adult.open(link)).body.error?.code).toBe('SESSION_OPENED_ELSEWHERE');
  });

  it('continues on a phone through a handoff', async () => {
    const ctx = makeContext();
    const { begun } = await begin(ctx, await signedIn(ctx));
    const own = new TestBrowser();
    await own.openOwn(begun);
    const { url } = (await own.step('handoff')).body.data;
    const phone = new TestBrowser();
    const joined = await phone.post('/v/handoffs', { token: url.split('/').at(-1) });
    expect(joined.body.data).toMatchObject({ device: 'phone', handoff: { state: 'joined' } });
  });

  it('cannot reuse or keep an age itself: its page takes the result', async () => {
    const ctx = makeContext();
    const person = await signedIn(ctx, 25);
    const { objectId, begun } = await begin(ctx, person);
    const browser = new TestBrowser();
    await browser.openOwn(begun);
    browser.setCookie('agate-account', person.cookie);
    expect((await browser.step('account/reuse')).status).toBe(409);
    await pass(objectId, Date.now(), { metThreshold: 12 });
    expect((await browser.step('account/keep')).status).toBe(409);
  });
});
