// Whether a face is the one that a person of a customer has enrolled.
import type { Context } from '../../../context.ts';
import { openDescriptor } from './seal-template.ts';
import { findTemplate } from './store.ts';
import { judgeEnrolled, type FaceOwner } from './template.ts';

/**
 * @returns false too for who has enrolled none, or one by another model, and for whom it is unclear
 * @throws what D1 throws; OperationError when no key opens the template
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
