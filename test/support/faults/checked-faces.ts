// Creates face checks that have passed, and checks whose last pictures are due, without a page.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Context } from '../../../src/context.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import {
  readBrowserProof,
  type BrowserProof,
} from '../../../src/domain/verification/browser-session.ts';
import type { SentPicture } from '../../../src/domain/verification/reveal-pictures.ts';
import type { DrawnPicture } from '../../../src/domain/verification/rules/evidence/demand.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import type { PendingParts } from '../../../src/objects/session/stored-session.ts';
import { faceKeys, sealFace } from '../../../src/domain/verification/sealed-face.ts';
import type { EdgeVisit } from '../visitor/edge-visit.ts';
import { hashOf, seeFace, withNoise } from '../visitor/scripted-face.ts';

interface ShownFace {
  person: string;
  model: string;
  isUnconfirmed?: boolean;
}

const objectOf = (id: string) =>
  env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));

/**
 * Puts a check into the state in which its last pictures have passed. The face is kept for a day.
 * @param shown.isUnconfirmed whether the check's end event is sent again until it is confirmed
 */
export async function passFaceCheck(
  { config }: Context,
  sessionId: string,
  { person, model, isUnconfirmed = false }: ShownFace,
): Promise<SessionRecord> {
  const { current } = await faceKeys(config, sessionId);
  const { descriptor } = seeFace({ yaw: 0, pitch: 0, person });
  const sealed = await sealFace(current, sessionId, descriptor);
  const nowMs = Date.now();
  return runInDurableObject(objectOf(sessionId), async (_object, { storage }) => {
    const record: SessionRecord = {
      ...storage.kv.get<SessionRecord>('session')!,
      state: { status: 'success' },
      consent: { notice: '5', atMs: nowMs },
      end: { atMs: nowMs },
      notices: { version: 2 },
    };
    const ends = isUnconfirmed ? { remindAtMs: nowMs, afterMs: 1, versions: [2] } : undefined;
    storage.kv.put('session', { ...record, beside: { events: [], ends } satisfies PendingParts });
    storage.kv.put('face', { sealed, model, untilMs: nowMs + DAY_MS });
    await storage.setAlarm(nowMs + DAY_MS);
    return record;
  });
}

interface Waiting {
  proof: BrowserProof;
  sent: SentPicture[];
}

/**
 * Copies a visit whose pictures are due: creates a session in the same state, with the same browser
 * secret.
 */
export async function copyVisit(visit: EdgeVisit): Promise<Waiting> {
  const sessionId = decodeObjectId(visit.browser.sessionId) ?? '';
  const cookie = decodeURIComponent(visit.browser.cookieHeader.split('=')[1] ?? '');
  const { secret = '' } = readBrowserProof(cookie, sessionId) ?? {};
  const stored = await runInDurableObject(objectOf(sessionId), async (_object, { storage }) => ({
    values: [...storage.kv.list()],
    alarmMs: await storage.getAlarm(),
  }));
  const id = env.VERIFICATION_SESSION.newUniqueId().toString();
  const first = new Map(stored.values).get('session') as SessionRecord;
  const { record, sent } = await withOwnPictures({ ...first, id }, visit);
  await runInDurableObject(objectOf(id), async (_object, { storage }) => {
    for (const [name, value] of stored.values)
      storage.kv.put(name, name === 'session' ? record : value);
    await storage.setAlarm(stored.alarmMs ?? Date.now() + DAY_MS);
  });
  return { proof: { sessionId: id, secret }, sent };
}

/** Adds new noise to the visit's pictures, since no session may send another session's pictures. */
async function withOwnPictures(record: SessionRecord, visit: EdgeVisit) {
  const { reveal } = record.current;
  if (reveal === undefined) return { record, sent: [] };
  const sent: SentPicture[] = [];
  const pictures: DrawnPicture[] = [];
  for (const picture of reveal.pictures) {
    const jpeg = withNoise(visit.kept.get(picture.t)?.jpeg ?? new Uint8Array());
    sent.push({ t: picture.t, jpeg });
    pictures.push({ ...picture, hash: await hashOf(reveal.nonce, picture.t, jpeg) });
  }
  const current = { ...record.current, reveal: { ...reveal, pictures } };
  return { record: { ...record, current }, sent };
}
