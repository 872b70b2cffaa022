// Use cases for enrolled people: find, list and erase them.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { readCurrentModel } from '../../faces/face-templates/current-model.ts';
import {
  deleteUnused,
  findTemplate,
  findTemplateById,
  pageOfTemplates,
  templateRemoval,
} from '../../faces/face-templates/store.ts';
import type { FaceOwner, FaceTemplate } from '../../faces/face-templates/template.ts';
import { SANDBOX_MODEL } from './challenge.ts';
import { deleteChallengesBefore, eraseChallenges } from './store.ts';

/** How long a challenge is kept, so that a repeated request returns the same challenge. */
const CHALLENGE_KEPT_MS = DAY_MS;

/**
 * @returns undefined for people who are not enrolled, or whose template comes from a model other
 *   than the current one
 */
export async function findEnrolled(
  ctx: Context,
  owner: FaceOwner,
): Promise<FaceTemplate | undefined> {
  const template = await findTemplate(ctx.db, owner);
  if (template === undefined) return undefined;
  return isOutdated(template, await readCurrentModel(ctx)) ? undefined : template;
}

/**
 * Whether a model other than the current one produced the template: it cannot be compared, so the
 * person has to enrol again.
 */
const isOutdated = (template: FaceTemplate, current: string | undefined): boolean =>
  current !== undefined && template.model !== SANDBOX_MODEL && template.model !== current;

/**
 * Erases a person and all their challenges: a challenge that is being processed ends without effect
 * and does not enrol anyone.
 */
export const eraseFace = (ctx: Context, owner: FaceOwner): Promise<void> =>
  erase(ctx, owner, [templateRemoval(ctx.db, owner)]);

/**
 * Erases the person's challenges in one transaction with the given statements, and then the
 * person's checks. A check whose object cannot be reached runs to completion, but finds no
 * challenge and has no effect.
 */
async function erase(
  ctx: Context,
  owner: FaceOwner,
  together: readonly Statement[],
): Promise<void> {
  const sessionIds = await eraseChallenges(ctx.db, owner, together);
  for (const id of sessionIds) {
    const erased = ctx.objects.session(id)?.eraseFaceCheck();
    if (erased !== undefined) ctx.defer(Promise.resolve(erased));
  }
}

export interface EnrolledFace {
  template: FaceTemplate;
  /**
   * Whether a model other than the current one produced the template; also false while the face
   * Worker does not report its model.
   */
  isOutdated: boolean;
}

/** Lists the enrolled people, newest first; templates stay sealed. */
export async function listEnrolled(
  ctx: Context,
  tenantId: string,
  test: boolean,
  slice: { offset: number; limit: number },
): Promise<{ rows: EnrolledFace[]; total: number }> {
  const [{ rows, total }, current] = await Promise.all([
    pageOfTemplates(ctx.db, tenantId, test, slice),
    readCurrentModel(ctx),
  ]);
  const faces = rows.map((template) => ({ template, isOutdated: isOutdated(template, current) }));
  return { rows: faces, total };
}

/** @returns the time when the template is deleted unless the person is recognised before then */
export const endOfTemplate = ({ lastUsedAtMs }: FaceTemplate): number =>
  lastUsedAtMs + LIFETIMES.faceTemplateMs;

/**
 * Like eraseFace, for a customer's staff. The audit entry does not name the person, because the
 * entry outlives their data.
 * @param id the template's id, `ftp_…`
 * @throws AppError NOT_FOUND, including for a template of another customer
 */
export async function eraseFaceAsStaff(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const face = await findTemplateById(ctx.db, by.tenantId, id);
  if (face === undefined) throw notFound();
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'face.erase',
    target: { type: 'face', id },
  });
  await erase(ctx, face, [templateRemoval(ctx.db, face), statement]);
  announce();
}

/**
 * Deletes challenges older than a day, and templates that have not matched anyone for a year.
 * Called by cron.
 */
export async function forgetFaces({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteChallengesBefore(db, now() - CHALLENGE_KEPT_MS);
  await deleteUnused(db, now() - LIFETIMES.faceTemplateMs);
}
