// A customer's settings for its verifications. Changes are audited; running sessions keep the
// settings they started with, and a change applies to new sessions once cached API keys have
// expired.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import type { Statement } from '../../../db/client.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAudit, type AuditFields, type TenantActor } from '../../platform/audit/record.ts';
import type { Jurisdiction } from '../../../config/jurisdiction.ts';
import type { Residency } from '../../terms/residency.ts';
import { isKnown } from '../../terms/rules-of-law.ts';
import { joinAccept } from '../../verification/rules/opening/accept.ts';
import { makeNumberKey } from '../../verification/document-fields.ts';
import type { Workers } from '../../verification/rules/methods.ts';
import { boundWorkers } from '../../verification/session-margin.ts';
import { prepareFirstSeenLaw } from '../seen-law/seen-law.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { prepareKeeping } from './keep-sessions.ts';
import { findResidency, findSettings, updateSettingsRow } from './settings-store.ts';
import type { ChangeableSettings, Settings } from './tenant-settings.ts';

/** The upper limits of `retentionDays` and `historyDays`. */
export const MAX_RETENTION_DAYS = 365;
export const MAX_HISTORY_DAYS = 730;
/** The upper limits of `ageMarginYears` and `attemptCap`. */
export const MAX_MARGIN_YEARS = 20;
export const MAX_ATTEMPT_CAP = 20;
/** The upper limit of `keepFacesDays` (D-100). */
export const MAX_KEEP_FACES_DAYS = 30;

export type SettingsChanges = {
  [K in keyof ChangeableSettings]?: ChangeableSettings[K] | undefined;
};

/** @throws AppError NOT_FOUND */
export async function readSettings(ctx: Context, tenantId: string): Promise<Settings> {
  const settings = await findSettings(ctx.db, tenantId);
  if (settings === undefined) throw notFound();
  return settings;
}

/**
 * Reads where the customer's objects are stored. Used for members, because their sign-in does not
 * include the residency.
 * @throws AppError NOT_FOUND
 */
export async function readResidency(ctx: Context, tenantId: string): Promise<Residency> {
  const residency = await findResidency(ctx.db, tenantId);
  if (residency === undefined) throw notFound();
  return residency;
}

/**
 * Reads the contact shown to a person who was refused because their face is blocked (D-100).
 * @throws AppError NOT_FOUND
 */
export async function readContestContact(ctx: Context, tenantId: string): Promise<string> {
  const { privacyContact, controllerName, name } = await readSettings(ctx, tenantId);
  return privacyContact ?? controllerName ?? name;
}

/**
 * Applies the given changes, validated by the surface, and audits them.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED when every session would be refused under the new
 *   settings, and for a name that imitates another organisation's (D-77)
 */
export async function changeSettings(
  ctx: Context,
  by: TenantActor,
  changes: SettingsChanges,
): Promise<Settings> {
  const before = await readSettings(ctx, by.tenantId);
  const after: Settings = { ...before, ...given(changes) };
  rejectImpossible(after, boundWorkers(ctx));
  rejectPolicy(after, ctx.config.jurisdictions);
  rejectMargin(after, changes, ctx.config.ageMarginFloorYears);
  await requireOwnNames(ctx, by.tenantId, changedNames(before, after));
  const audited = differences(await auditedSettings(before), await auditedSettings(after));
  if (audited === undefined) return before;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'settings.update',
    target: { type: 'tenant', id: by.tenantId },
    ...audited,
  });
  // The key for hashing document numbers is created when it is first needed, and never replaced, so
  // that the hash of a document number stays the same.
  const isHashed = after.documentFields.includes('document_number_hash');
  const numberKey = isHashed ? await makeNumberKey(ctx.config, by.tenantId) : undefined;
  const update = { ...given(changes), ...(numberKey !== undefined && { numberKey }) };
  const seen = await lawSeenWith(ctx, by.tenantId, before, after);
  const keeping = prepareKeeping(ctx, by.tenantId, before, after);
  const behind = [statement, ...keeping.statements, ...seen];
  const changed = await updateSettingsRow(ctx.db, by.tenantId, update, behind);
  if (changed === undefined) throw notFound();
  announce();
  keeping.announce();
  return changed;
}

/**
 * Prepares the statements that record the current rules when a member chooses a policy, so that
 * later rules are compared with the ones that the member has seen (D-163).
 */
async function lawSeenWith(
  ctx: Context,
  tenantId: string,
  before: Settings,
  { policy, policyContext }: Settings,
): Promise<Statement[]> {
  const isChosen = before.policy !== policy || before.policyContext !== policyContext;
  if (!isChosen || policy === 'off' || policyContext === null) return [];
  return prepareFirstSeenLaw(ctx, tenantId, policyContext);
}

/**
 * Returns only the names that change. Existing names are reviewed by operators, and do not block
 * the change.
 */
function changedNames(before: Settings, after: Settings): { field: string; name: string }[] {
  const { name, controllerName } = after;
  const isNew = controllerName !== before.controllerName;
  return [
    ...(name === before.name ? [] : [{ field: 'name', name }]),
    ...(controllerName !== null && isNew
      ? [{ field: 'controller_name', name: controllerName }]
      : []),
  ];
}

/**
 * Refuses settings under which every session would be rejected; session creation applies the same
 * rule.
 */
function rejectImpossible(settings: Settings, workers: Workers): void {
  const { requiredMethod, acceptMethods, minAssurance, livenessLevel, agateId } = settings;
  const accept = {
    ...(acceptMethods !== null && { methods: acceptMethods }),
    ...(minAssurance !== null && { minAssurance }),
    ...(livenessLevel !== null && { livenessLevel }),
  };
  const mode = requiredMethod ?? 'auto';
  const kind = { mode, purpose: 'age_verification', workers } as const;
  const joined = joinAccept(kind, { agateId }, accept);
  if (joined.ok) return;
  throw impossible('accept', joined.message);
}

/**
 * Checks that margin and target are not both set, and that a new margin is at least what the
 * service requires.
 * @param settings the settings after the change
 * @throws AppError VALIDATION_FAILED
 */
export function rejectMargin(
  { ageMarginYears, ageTarget }: Pick<Settings, 'ageMarginYears' | 'ageTarget'>,
  changes: Pick<SettingsChanges, 'ageMarginYears' | 'ageTarget'>,
  floorYears: number,
): void {
  if (ageMarginYears !== null && ageTarget !== null)
    throw impossible(
      changes.ageTarget === undefined ? 'age_margin_years' : 'age_target',
      'age_margin_years and age_target exclude each other: remove one of them with null.',
    );
  if (typeof changes.ageMarginYears === 'number' && changes.ageMarginYears < floorYears)
    throw impossible(
      'age_margin_years',
      `age_margin_years must be at least ${floorYears}, the floor of this service.`,
    );
}

/**
 * Refuses a policy without a context: the policy would look active but require nothing.
 * @throws AppError VALIDATION_FAILED, including for an unknown jurisdiction
 */
function rejectPolicy({ policy, policyContext }: Settings, files: readonly Jurisdiction[]): void {
  if (policy === 'off') return;
  if (policy !== 'auto' && !isKnown(files, policy))
    throw impossible('policy', `No rules of ${policy} are known here.`);
  if (policyContext === null)
    throw impossible(
      'policy_context',
      'policy also requires policy_context: what you sell or show.',
    );
}

const impossible = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });

/** Removes undefined members, which mean no change. */
const given = (changes: SettingsChanges): Partial<ChangeableSettings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Returns the settings of the hosted page and its privacy notice, under their wire names. */
export const noticeFields = (settings: Omit<Settings, 'logo'>) => ({
  alternative_url: settings.alternativeUrl,
  controller_name: settings.controllerName,
  privacy_contact: settings.privacyContact,
  privacy_url: settings.privacyUrl,
  default_locale: settings.defaultLocale,
  default_theme: settings.defaultTheme,
});

/**
 * Returns the settings as recorded in the audit log: wire names, the logo as its hash, lists as one
 * string.
 */
export async function auditedSettings({ logo, ...settings }: Settings): Promise<AuditFields> {
  return {
    name: settings.name,
    residency: settings.residency,
    color: settings.color,
    logo: logo === null ? null : `sha256:${await sha256Hex(logo)}`,
    ...noticeFields(settings),
    callback_origins: settings.callbackOrigins.join(' '),
    embed_origins: settings.embedOrigins.join(' '),
    age_margin_years: settings.ageMarginYears,
    age_target: settings.ageTarget,
    attempt_cap: settings.attemptCap,
    require_second_factor: settings.requireSecondFactor,
    retention_days: settings.retentionDays,
    history_days: settings.historyDays,
    required_method: settings.requiredMethod,
    accept_methods: settings.acceptMethods?.join(' ') ?? null,
    accept_order: settings.acceptOrder?.join(' ') ?? null,
    max_proof_age_days: settings.maxProofAgeDays,
    recheck: settings.recheck.join(' '),
    min_assurance: settings.minAssurance,
    liveness_level: settings.livenessLevel,
    document_step_up: settings.documentStepUp,
    allowed_documents: settings.allowedDocuments.join(' '),
    reviews: settings.reviews,
    review_second_person: settings.reviewSecondPerson,
    document_fields: settings.documentFields.join(' '),
    keep_faces_days: settings.keepFacesDays,
    agate_id: settings.agateId,
    agate_id_face: settings.agateIdFace,
    fall_through: settings.fallThrough,
    policy: settings.policy,
    policy_context: settings.policyContext,
  };
}
