// Use case: collects the content of an evidence pack for one customer, one jurisdiction and one
// past period (D-161), from configuration and counters only. A pack contains no creation time: the
// same period yields the same pack if the configuration and the release are the same. Wire names
// normally belong to routes; this module contains them because a pack, like a receipt, is sent
// exactly as it was signed.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import type { Jurisdiction } from '../../../config/jurisdiction.ts';
import { ATTACK_RESULTS } from '../../../config/attack-results.ts';
import { POLICY_VERSIONS } from '../../../config/policy-versions.ts';
import { AppError } from '../../../errors.ts';
import { inTime } from '../../../time/patience.ts';
import { auditedSettings, readSettings } from '../../customers/tenants/settings.ts';
import { recordAudit, type AuditFields, type TenantActor } from '../../platform/audit/record.ts';
import { POLICY } from '../../verification/rules/session/policy.ts';
import { boundWorkers, marginPolicy, usualPlace } from '../../verification/session-margin.ts';
import { toAgeTarget } from '../../verification/rules/age/age-margin.ts';
import { readFiguresForPack } from '../analytics/tenant-figures.ts';
import { readAllDocuments } from '../certificates/certificates.ts';
import { DAILY } from '../health/schedule.ts';
import { readIncidentsOf } from '../incidents/incidents.ts';
import { acceptOf, contestWaysOf, requiredMethodIn } from './accept-of.ts';
import { countErasedInLedgers } from './erased-in-ledgers.ts';
import { MAX_CHANGES, type PackFacts } from './evidence-store.ts';
import { contestSheet } from './contest-sheet.ts';
import { figuresSheet } from './figures-sheet.ts';
import { filesOf, rulesOf } from './law-sheet.ts';
import { methodSheets } from './method-sheets.ts';
import { readFacts } from './moved-evidence.ts';
import {
  beginOf,
  daysOf,
  endOf,
  hasCountedSince,
  notFinal,
  requirePastPeriod,
  type PackPeriod,
} from './pack-period.ts';
import { changesBefore, policyIn, settingsAt, type PolicyFacts } from './policy-history.ts';
import { certificateFiles, certificateSheet, incidentSheet } from './register-sheets.ts';
import { retentionSheet } from './retention-sheet.ts';
import { subProcessors } from './sub-processors.ts';

interface PackRequest {
  /** The jurisdiction: ISO 3166-1 or -2, or `EU`. */
  jurisdiction: string;
  period: PackPeriod;
}

export type EvidencePack = Awaited<ReturnType<typeof collectPack>>;

/**
 * An age gate for which the pack always describes age estimation, in addition to the gates in the
 * rules.
 */
const USUAL_GATE = 18;

/**
 * Collects the pack and records in the audit log who requested it.
 * @throws AppError VALIDATION_FAILED for an invalid period, and for a jurisdiction without rules;
 *   CONFLICT while the period's figures are not final; UNAVAILABLE when a bound Worker or a ledger
 *   does not respond, or a ledger has lost figures
 */
export async function collectPack(ctx: Context, actor: TenantActor, asked: PackRequest) {
  const { jurisdiction, period } = asked;
  const { tenantId } = actor;
  requirePastPeriod(period, ctx.now());
  const files = ownFirst(filesOf(ctx.config.jurisdictions, jurisdiction), jurisdiction);
  if (files.length === 0) throw unknown(ctx, jurisdiction);
  const [beginMs, endMs] = [beginOf(period), endOf(period)];
  const [{ facts, figures, contestTimes }, current, models, documents, incidents] =
    await Promise.all([
      readCounted(ctx, tenantId, period),
      readSettings(ctx, tenantId),
      readModels(ctx),
      readAllDocuments(ctx),
      readIncidentsOf(ctx, beginMs, endMs),
    ]);
  if (facts.isWaiting || !hasCountedSince(facts.run, endMs)) throw notFinal();
  const settings = settingsAt(await auditedSettings(current), facts.changes, endMs);
  const policy = policyIn(settings);
  const accept = acceptOf(policy, boundWorkers(ctx));
  const ways = contestWaysOf(policy, accept, settings['privacy_contact'] !== null);
  const canContest = Object.values(ways).includes(true);
  const subject = { accept, canContest, retentionDays: retentionOf(policy) };
  const rules = rulesOf(files, subject, endMs);
  await auditRequest(ctx, actor, asked);
  return {
    about: aboutOf(ctx, tenantId, settings, asked),
    settings: { ...policy, ...namedIn(settings) },
    rules,
    methods: {
      ...sheetsOf(ctx, { policy, accept, rules }),
      models,
      rules_version: POLICY.version,
      rules_released: POLICY_VERSIONS.filter(({ from }) => from <= period.to),
    },
    attacks: ATTACK_RESULTS,
    figures: figuresSheet(figures),
    contests: {
      ways,
      ...contestSheet({ ...figures.contests, times: contestTimes }, facts, period),
    },
    incidents: incidentSheet(incidents, facts.corrected),
    retention: retentionSheet(
      { ...policy, reviews: ways.review },
      ctx.config.requestLogDays,
      facts,
      period,
    ),
    sub_processors: subProcessors(ctx),
    certificates: certificateSheet(
      documents.map(({ certificate }) => certificate),
      period,
    ),
    certificate_files: certificateFiles(documents),
    changes: {
      entries: changesBefore(facts.changes, endMs),
      complete: facts.changes.length <= MAX_CHANGES,
    },
  };
}

async function readCounted(ctx: Context, tenantId: string, period: PackPeriod) {
  const span = { cron: DAILY, beginMs: beginOf(period), endMs: endOf(period) };
  const [facts, { figures, contestTimes, erased, unreviewed }, inLedgers] = await Promise.all([
    readFacts(ctx, tenantId, period, span),
    readFiguresForPack(ctx, tenantId, daysOf(period)),
    countErasedInLedgers(ctx, tenantId, period),
  ]);
  const all: PackFacts = { ...facts, erased: erased + inLedgers, unreviewed };
  return { facts: all, figures, contestTimes };
}

const auditRequest = (
  ctx: Context,
  actor: TenantActor,
  { jurisdiction, period: { from, to } }: PackRequest,
): Promise<void> =>
  recordAudit(ctx, {
    actor,
    action: 'compliance_pack.create',
    target: { type: 'tenant', id: actor.tenantId },
    after: { jurisdiction, from, to },
  });

/**
 * Whether the privacy contact and the privacy page are set. Their values are left out, because both
 * can identify people.
 */
const namedIn = (settings: Readonly<Record<string, unknown>>) => ({
  privacy_contact_named: settings['privacy_contact'] !== null,
  privacy_page_named: settings['privacy_url'] !== null,
});

const sheetsOf = (
  ctx: Context,
  {
    policy,
    accept,
    rules,
  }: {
    policy: PolicyFacts;
    accept: ReturnType<typeof acceptOf>;
    rules: ReturnType<typeof rulesOf>;
  },
) =>
  methodSheets(ctx.config, {
    taken: accept?.methods ?? [],
    place: usualPlace(ctx, requiredMethodIn(policy)),
    margin: marginIn(ctx, policy),
    gates: gatesOf(rules),
  });

function unknown(ctx: Context, jurisdiction: string): AppError {
  const known = ctx.config.jurisdictions.map((file) => file.jurisdiction).toSorted();
  const message = `No rules of ${jurisdiction} are known here. Known: ${known.join(', ')}, and members of unions.`;
  return new AppError('VALIDATION_FAILED', message, {
    fields: [{ field: 'jurisdiction', message }],
  });
}

const aboutOf = (
  { config }: Context,
  tenantId: string,
  settings: AuditFields,
  { jurisdiction, period }: PackRequest,
) => ({
  format: 1,
  service: config.serviceName,
  issuer: config.baseUrl,
  operator: config.operator.name,
  customer: { id: tenantId, name: String(settings['controller_name'] ?? settings['name']) },
  jurisdiction,
  period,
});

const retentionOf = ({ retention_days: kept }: PolicyFacts): number => Number(kept);

/** Puts the jurisdiction's own rules first, before other rules, such as the rules of its union. */
const ownFirst = (files: readonly Jurisdiction[], jurisdiction: string): Jurisdiction[] =>
  files.toSorted(
    (a, b) => Number(b.jurisdiction === jurisdiction) - Number(a.jurisdiction === jurisdiction),
  );

const marginIn = (ctx: Context, policy: PolicyFacts) =>
  marginPolicy(ctx, {
    ageMarginYears: typeof policy.age_margin_years === 'number' ? policy.age_margin_years : null,
    ageTarget: toAgeTarget(typeof policy.age_target === 'number' ? policy.age_target : null),
  });

function gatesOf(rules: ReturnType<typeof rulesOf>): number[] {
  const named = rules
    .filter((rule) => rule.in_force)
    .flatMap(({ conditions }) => conditions)
    .filter(({ condition }) => condition === 'gate')
    .map(({ asked }) => Number(asked));
  return [...new Set([...named, USUAL_GATE])].toSorted((a, b) => a - b);
}

/**
 * Reads the SHA-256 of each model file of the face Worker and the documents Worker, sorted by file
 * name; null for a Worker that is not bound or does not report its models.
 */
async function readModels({ face, documents }: Context) {
  const ask = async (health: Promise<{ models?: Record<string, string> }> | undefined) => {
    if (health === undefined) return null;
    const { models } = await inTime(health, LIFETIMES.patienceMs).catch((cause: unknown) => {
      throw new AppError(
        'UNAVAILABLE',
        'The face Worker or the documents Worker does not respond. Please try again.',
        {
          cause,
        },
      );
    });
    if (models === undefined) return null;
    const sorted = Object.entries(models).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([file, sha256]) => ({ file, sha256 }));
  };
  const [ofFaces, ofDocuments] = await Promise.all([
    ask(face && Promise.resolve(face.health())),
    ask(documents && Promise.resolve(documents.health())),
  ]);
  return { face: ofFaces, documents: ofDocuments };
}
