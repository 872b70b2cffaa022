// The face of an account's owner, kept as that of a customer's user is (template.ts), and apart from those: it belongs to the
// person, not to a customer (D-99). Enrolling it and recognising somebody by it: domain/signing-in/authentication.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { randomToken } from '../../../crypto/random.ts';
import {
  deleteUnusedFaces,
  faceRemoval,
  faceRow,
  faceUse,
  findFaceOf,
  removeFace,
} from './account-face-store.ts';
import type { FaceRuling } from '../../terms/face-match.ts';
import { openDescriptor, sealDescriptor } from './seal-template.ts';
import { judgeEnrolled } from './template.ts';
import type { Consent, AccountFace } from './enrolled-face.ts';

/** A live person's face, of length 1, and the hash of what made it. */
interface SeenFace {
  descriptor: readonly number[];
  model: string;
}

export const readAccountFace = (
  { db }: Pick<Context, 'db'>,
  accountId: number,
): Promise<AccountFace | undefined> => findFaceOf(db, accountId);

/** @param onlyIf whether it is written at all */
export async function prepareFace(
  ctx: Context,
  accountId: number,
  { descriptor, model, consent }: SeenFace & { consent: Consent },
  onlyIf: Condition,
): Promise<{ statement: Statement }> {
  const id = `fta_${randomToken(18)}`;
  const sealed = await sealDescriptor(ctx.config, id, descriptor);
  const nowMs = ctx.now();
  const face = {
    id,
    accountId,
    ...sealed,
    model,
    consent,
    enrolledAtMs: nowMs,
    lastUsedAtMs: nowMs,
  };
  return { statement: faceRow(ctx.db, face, onlyIf) };
}

/** @returns `outdated` where another model made the template: its owner enrols again, nothing is converted */
export async function compareFace(
  { config }: Pick<Context, 'config'>,
  face: AccountFace,
  seen: SeenFace,
): Promise<FaceRuling | 'outdated'> {
  if (face.model !== seen.model) return 'outdated';
  const known = await openDescriptor(config, face);
  return judgeEnrolled(known, seen.descriptor, config.faceLimits);
}

/** Its owner was recognised by it. */
export const useOfFace = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id }: AccountFace,
): Statement => faceUse(db, id, now());

/** For the batch that ends the account. */
export const prepareEndOfFace = ({ db }: Pick<Context, 'db'>, accountId: number): Statement =>
  faceRemoval(db, accountId);

/** @param behind written directly behind it, each when the one before it did @returns false when there was none */
export const forgetFace = (
  { db }: Pick<Context, 'db'>,
  accountId: number,
  behind: readonly Statement[],
): Promise<boolean> => removeFace(db, accountId, behind);

/** By cron: faces by which nobody was recognised in a year. */
export const forgetUnusedFaces = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteUnusedFaces(db, now() - LIFETIMES.faceTemplateMs);
