// The face of an account's owner: stored in the same format as the face of a customer's user
// (template.ts), but separately, because it belongs to the person and not to a customer (D-99).
// domain/signing-in/authentication enrols it and recognises people by it.
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

/**
 * The face of a live person: a descriptor of length 1, and the hash of the model that produced it.
 */
interface SeenFace {
  descriptor: readonly number[];
  model: string;
}

export const readAccountFace = (
  { db }: Pick<Context, 'db'>,
  accountId: number,
): Promise<AccountFace | undefined> => findFaceOf(db, accountId);

/** @param onlyIf the condition under which the face is written */
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

/**
 * @returns `outdated` when the template and the shown face come from different models: the owner
 *   has to enrol again, since templates cannot be converted
 */
export async function compareFace(
  { config }: Pick<Context, 'config'>,
  face: AccountFace,
  seen: SeenFace,
): Promise<FaceRuling | 'outdated'> {
  if (face.model !== seen.model) return 'outdated';
  const known = await openDescriptor(config, face);
  return judgeEnrolled(known, seen.descriptor, config.faceLimits);
}

/** Records that the owner was recognised by the face. */
export const useOfFace = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id }: AccountFace,
): Statement => faceUse(db, id, now());

/** The statement that removes the face, for the batch that removes the account. */
export const prepareEndOfFace = ({ db }: Pick<Context, 'db'>, accountId: number): Statement =>
  faceRemoval(db, accountId);

/**
 * Deletes an account's face.
 * @param behind statements that run directly after the deletion, each only if the one before it
 *   changed something
 * @returns false when the account had no face
 */
export const forgetFace = (
  { db }: Pick<Context, 'db'>,
  accountId: number,
  behind: readonly Statement[],
): Promise<boolean> => removeFace(db, accountId, behind);

/** Deletes faces that have not been recognised for a year. Called by cron. */
export const forgetUnusedFaces = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteUnusedFaces(db, now() - LIFETIMES.faceTemplateMs);
