// Checks whether a face matches the enrolled face of a customer's user.
import type { Context } from '../../../context.ts';
import { openDescriptor } from './seal-template.ts';
import { findTemplate } from './store.ts';
import { judgeEnrolled, type FaceOwner } from './template.ts';

/**
 * @returns whether the faces match; also false when the user has no enrolled face, or only one from
 *   a different model, and when the comparison is inconclusive
 * @throws any error from D1; OperationError when the template cannot be decrypted
 */
export async function isEnrolledFace(
  ctx: Pick<Context, 'config' | 'db'>,
  owner: FaceOwner,
  { descriptor, model }: { descriptor: readonly number[]; model: string },
): Promise<boolean> {
  const template = await findTemplate(ctx.db, owner);
  if (template?.model !== model) return false;
  const known = await openDescriptor(ctx.config, template);
  return judgeEnrolled(known, descriptor, ctx.config.faceLimits) === 'same';
}
