// How many calls enrolled faces and lists of blocked faces take.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { settleFaceSession } from '../../../src/domain/integration/face-2fa/settle-session.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { toSessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { bodyOf, FaceBackend } from '../../support/customer/face-backend.ts';
import { countingEnv, countUseCase } from '../../support/counted/round-trips.ts';
import { photoOf, ScriptedFace } from '../../support/visitor/scripted-face.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { expectBudgets, Walk } from './walk.ts';

/**
 * Runs a check up to and including the age step's samples. The caller then sends the requested
 * pictures, which determine the result.
 */
async function moveAndEstimate(visit: EdgeVisit): Promise<EdgeVisit> {
  await visit.move();
  await visit.reveal();
  await visit.estimate();
  return visit;
}

it('a picture of a face is stored by one object call and one write, then measured (D-15)', async () => {
  const walk = new Walk('faces');
  const face = new ScriptedFace();
  const backend = new FaceBackend(await makeTenant(), face, countingEnv(walk.count, face.binding));
  await backend.user('ada');
  const show = (path: string, headers = {}) =>
    backend.call('POST', path, bodyOf('ada', photoOf('ada')), headers);
  await walk.noteAll('enrol a picture', () => show('/register'));
  await walk.noteAll('compare a picture', () => show('/verify'));
  await walk.noteAll('compare a picture, with an idempotency key', () =>
    show('/verify', { 'Idempotency-Key': 'once' }),
  );
  await walk.noteAll('read a person’s face', () => backend.user('ada'));
  await walk.noteAll('read the face again', () => backend.user('ada'));
  await walk.noteAll('read a challenge', () => backend.status('fch_x'));
  await walk.noteAll('erase a face', () => backend.erase('ada'));
  expectBudgets(walk);
});

it('a block list adds one object call and one verdict, after an enrolled face (D-100, D-108)', async () => {
  const sent = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockResolvedValue(undefined as never);
  const walk = new Walk('blockList');
  const bind = (face: Fetcher) => countingEnv(walk.count, face);
  const customer = new FaceBackend(await makeTenant());
  await customer.block(photoOf('Eve'));
  const consent = { notice: NOTICE.version, faces: { compared: true } };
  for (const name of [
    'pictures for a customer that blocks faces',
    'pictures, once the block list is in memory',
  ]) {
    const visit = await EdgeVisit.begin({}, { customer: customer.tenant, consent, bind });
    await moveAndEstimate(visit);
    const passed = await walk.noteAll(name, () => visit.reveal());
    expect(passed.body.data.status).toBe('success');
  }

  const backend = await FaceBackend.make();
  await backend.block(photoOf('Eve'));
  // Registers a face first, so that the list of blocked faces has already been read.
  await backend.register('ada', photoOf('Ada'));
  const { data } = (await backend.begin('verify', 'ada')).body;
  const sessionId = decodeObjectId(data.challenge_id.slice('fch_'.length)) ?? '';
  const begun = { verifyUrl: data.verify_url, sessionId };
  const visit = await moveAndEstimate(await EdgeVisit.at(begun, { face: backend.face, bind }));
  const live = await walk.noteAll('pictures of a live check', () => visit.reveal());
  expect(live.body.data.status).toBe('success');
  const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(sessionId));
  const record = await runInDurableObject(stub, (_object, { storage }) =>
    storage.kv.get<SessionRecord>('session'),
  );
  const event = toSessionEvent(record!, 'completed', Date.now());
  const settled = await countUseCase(walk.count, countingEnv(walk.count), (ctx) =>
    settleFaceSession(ctx, event),
  );
  walk.note('settle the live check’s challenge', settled);
  expect((await backend.status(data.challenge_id)).body.data.passed).toBe(true);
  expectBudgets(walk);
  sent.mockRestore();
});
