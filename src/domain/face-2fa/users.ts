// Use cases on enrolled people: whether somebody is, and erasing them.
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../durations.ts';
import { LIFETIMES } from '../../config.ts';
import { deleteUnused, findTemplate, templateRemoval } from '../face-templates/store.ts';
import type { FaceOwner, FaceTemplate } from '../face-templates/template.ts';
import { challengeRemoval, deleteChallengesBefore, removeTogether } from './store.ts';

/** As long as a repeat of the request means the same challenge. */
const CHALLENGE_KEPT_MS = DAY_MS;

/** @returns undefined for somebody who is not enrolled */
export const findEnrolled = (ctx: Context, owner: FaceOwner): Promise<FaceTemplate | undefined> =>
  findTemplate(ctx.db, owner);

/** With every challenge: one that is being processed ends without effect, and enrols nobody afterwards. */
export const eraseFace = (ctx: Context, owner: FaceOwner): Promise<void> =>
  removeTogether(ctx.db, [templateRemoval(ctx.db, owner), challengeRemoval(ctx.db, owner)]);

/** By cron: challenges of yesterday, and templates by which nobody was recognised in a year. */
export async function forgetFaces({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteChallengesBefore(db, now() - CHALLENGE_KEPT_MS);
  await deleteUnused(db, now() - LIFETIMES.faceTemplateMs);
}
