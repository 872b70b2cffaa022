// SQL for a customer's settings.
import { eq, sql } from 'drizzle-orm';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import { tenants } from '../../../db/schema/index.ts';
import type { Recheck } from '../../terms/recheck.ts';
import type { Residency } from '../../terms/residency.ts';
import type { AcceptMethod } from '../../verification/rules/methods.ts';
import { toAgeTarget } from '../../verification/rules/age/age-margin.ts';
import { toAllowedDocuments } from './allowed-documents.ts';
import { toDocumentFields } from './document-fields.ts';
import type { ChangeableSettings, Settings } from './tenant-settings.ts';

/**
 * `numberKey`, the key for hashing document numbers, is sealed and never replaces an existing one.
 */
type SettingsUpdate = Partial<ChangeableSettings> & { numberKey?: string };

type Row = typeof tenants.$inferSelect;

const readMethods = (json: string | null): AcceptMethod[] | null =>
  json === null ? null : (JSON.parse(json) as AcceptMethod[]);

const toSettings = (row: Row): Settings => ({
  name: row.name,
  residency: row.residency,
  color: row.color,
  logo: row.logo,
  alternativeUrl: row.alternative_url,
  controllerName: row.controller_name,
  privacyContact: row.privacy_contact,
  privacyUrl: row.privacy_url,
  defaultLocale: row.default_locale,
  defaultTheme: row.default_theme,
  callbackOrigins: JSON.parse(row.callback_origins) as string[],
  embedOrigins: JSON.parse(row.embed_origins) as string[],
  ageMarginYears: row.age_margin_years,
  ageTarget: toAgeTarget(row.age_target),
  attemptCap: row.attempt_cap,
  requireSecondFactor: row.require_second_factor,
  retentionDays: row.retention_days,
  historyDays: row.history_days,
  requiredMethod: row.required_method,
  acceptMethods: readMethods(row.accept_methods),
  acceptOrder: readMethods(row.accept_order),
  maxProofAgeDays: row.max_proof_age_days,
  recheck: JSON.parse(row.recheck) as Recheck[],
  minAssurance: row.min_assurance,
  livenessLevel: row.liveness_level,
  documentStepUp: row.document_step_up,
  allowedDocuments: toAllowedDocuments(row),
  reviews: row.reviews,
  reviewSecondPerson: row.review_second_person,
  documentFields: toDocumentFields(row),
  keepFacesDays: row.keep_faces_days,
  agateId: row.agate_id,
  agateIdFace: row.agate_id_face,
  fallThrough: row.fall_through,
  policy: row.policy,
  policyContext: row.policy_context,
});

export async function findSettings(db: Database, tenantId: string): Promise<Settings | undefined> {
  const [row] = await db.select().from(tenants).where(eq(tenants.id, tenantId));
  return row && toSettings(row);
}

export async function findResidency(
  db: Database,
  tenantId: string,
): Promise<Residency | undefined> {
  const [row] = await db
    .select({ residency: tenants.residency })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  return row?.residency;
}

/**
 * @param changes at least one change
 * @param behind statements that follow in the same transaction, the audit entry first
 */
export async function updateSettingsRow(
  db: Database,
  tenantId: string,
  changes: SettingsUpdate,
  behind: readonly Statement[],
): Promise<Settings | undefined> {
  const write = db
    .update(tenants)
    .set(toColumns(changes))
    .where(eq(tenants.id, tenantId))
    .returning();
  const [row] = await batchAround(db, [], write, behind);
  return row && toSettings(row);
}

/** Returns the changes by column; undefined columns are not updated. */
const toColumns = (changes: SettingsUpdate) => ({
  name: changes.name,
  color: changes.color,
  logo: changes.logo,
  alternative_url: changes.alternativeUrl,
  controller_name: changes.controllerName,
  privacy_contact: changes.privacyContact,
  privacy_url: changes.privacyUrl,
  default_locale: changes.defaultLocale,
  default_theme: changes.defaultTheme,
  callback_origins: changes.callbackOrigins && JSON.stringify(changes.callbackOrigins),
  embed_origins: changes.embedOrigins && JSON.stringify(changes.embedOrigins),
  age_margin_years: changes.ageMarginYears,
  age_target: changes.ageTarget,
  attempt_cap: changes.attemptCap,
  require_second_factor: changes.requireSecondFactor,
  retention_days: changes.retentionDays,
  history_days: changes.historyDays,
  required_method: changes.requiredMethod,
  accept_methods: changes.acceptMethods && JSON.stringify(changes.acceptMethods),
  accept_order: changes.acceptOrder && JSON.stringify(changes.acceptOrder),
  max_proof_age_days: changes.maxProofAgeDays,
  recheck: changes.recheck && JSON.stringify(changes.recheck),
  min_assurance: changes.minAssurance,
  liveness_level: changes.livenessLevel,
  document_step_up: changes.documentStepUp,
  allowed_documents: changes.allowedDocuments && JSON.stringify(changes.allowedDocuments),
  reviews: changes.reviews,
  review_second_person: changes.reviewSecondPerson,
  document_fields: changes.documentFields && JSON.stringify(changes.documentFields),
  document_number_key:
    changes.numberKey === undefined
      ? undefined
      : sql`COALESCE(${tenants.document_number_key}, ${changes.numberKey})`,
  keep_faces_days: changes.keepFacesDays,
  agate_id: changes.agateId,
  agate_id_face: changes.agateIdFace,
  fall_through: changes.fallThrough,
  policy: changes.policy,
  policy_context: changes.policyContext,
});
