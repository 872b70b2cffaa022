// A customer's settings at the end of a period, and the changes within it, reconstructed from the
// audit log (D-161). Pure.
import type { AuditFields } from '../../platform/audit/record.ts';
import { dayOf } from '../../terms/locate-page.ts';

export interface AuditedChange {
  atMs: number;
  by: 'admin' | 'dashboard' | 'scim' | 'system';
  /** The changed fields, by their wire names. */
  before: AuditFields;
  after: AuditFields;
}

/**
 * The settings that determine how checks work and what data is kept. Packs show their values,
 * because none of them is a name, an address or free text.
 */
const POLICY_FIELDS = [
  'age_margin_years',
  'age_target',
  'attempt_cap',
  'require_second_factor',
  'retention_days',
  'history_days',
  'required_method',
  'accept_methods',
  'accept_order',
  'max_proof_age_days',
  'min_assurance',
  'liveness_level',
  'document_step_up',
  'allowed_documents',
  'reviews',
  'review_second_person',
  'document_fields',
  'keep_faces_days',
  'agate_id',
  'agate_id_face',
  'fall_through',
] as const;

type PolicyField = (typeof POLICY_FIELDS)[number];
export type PolicyFacts = Record<PolicyField, AuditFields[string]>;

/**
 * The role of the actor who changed a setting. Among a customer's members, only owners may change
 * settings; operators and the service are not members.
 */
const ROLE_OF: Record<AuditedChange['by'], 'owner' | 'operator' | 'service'> = {
  dashboard: 'owner',
  admin: 'operator',
  // A SCIM directory manages members, and never changes settings.
  scim: 'service',
  system: 'service',
};

interface PolicyChange {
  /** The day of the change in UTC, `YYYY-MM-DD`. */
  day: string;
  /** A role, not a person. */
  by: 'owner' | 'operator' | 'service';
  field: string;
  /**
   * The values before and after the change; absent for fields whose values may be names or
   * addresses.
   */
  before?: AuditFields[string];
  after?: AuditFields[string];
}

/**
 * Returns the settings at the end of the period, by undoing later changes.
 * @param now the current settings, by their wire names
 * @param changes newest first
 */
export const settingsAt = (
  now: AuditFields,
  changes: readonly AuditedChange[],
  endMs: number,
): AuditFields =>
  Object.assign(
    { ...now },
    ...changes.filter(({ atMs }) => atMs >= endMs).map(({ before }) => before),
  ) as AuditFields;

export const policyIn = (settings: AuditFields): PolicyFacts =>
  Object.fromEntries(POLICY_FIELDS.map((field) => [field, settings[field] ?? null])) as PolicyFacts;

/**
 * @param changes newest first
 * @returns the changes before `endMs`, earliest first, with one entry for each changed field
 */
export const changesBefore = (changes: readonly AuditedChange[], endMs: number): PolicyChange[] =>
  changes
    .filter(({ atMs }) => atMs < endMs)
    .toReversed()
    .flatMap(({ atMs, by, before, after }) => {
      const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
      return fields.map((field) => ({
        day: dayOf(atMs),
        by: ROLE_OF[by],
        field,
        ...(isPolicy(field) && { before: before[field] ?? null, after: after[field] ?? null }),
      }));
    });

const isPolicy = (field: string): boolean => POLICY_FIELDS.some((known) => known === field);

/** @param text a space-separated list from the audit log; null when not set */
export const listIn = (text: AuditFields[string]): string[] | null =>
  typeof text === 'string' ? text.split(' ').filter((one) => one !== '') : null;
