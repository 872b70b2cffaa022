// Applies the law to the request for a new session (D-157): once when the jurisdiction is known,
// otherwise once for each law that may apply, depending on the visitor's country. The law never
// loosens the requirements of the settings or the request.
import type { LawRule } from '../../config/jurisdiction.ts';
import type { LawContext } from '../../config/law-contexts.ts';
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError, type FieldError } from '../../errors.ts';
import { isAtLeast, ASSURANCES } from '../terms/age-proof.ts';
import type { SessionInput } from './apply-settings.ts';
import type { Customer } from './customer.ts';
import { joinRules, type Law } from './rules/law/law.ts';
import { knownCountries, rulesAt } from '../terms/rules-of-law.ts';
import { missingOf } from './rules/law/missing.ts';
import type { CountryPlan } from './rules/law/law-state.ts';
import { applicableLaw } from './rules/law/applicable-law.ts';
import { needsDocument } from './rules/session/machine.ts';
import { planUnder, type PlannedSession, type SessionWarning } from './plan-under.ts';

/**
 * @property offersWays whether the visitor can choose how to prove an age; in a session that
 *   contests an estimate, the document is already chosen (D-93)
 */
interface AskOptions {
  offersWays: boolean;
}

type PolicyOf = CountryPlan['policy'];

/**
 * Plans a session from the customer's request, the customer's settings and the law.
 * @throws AppError POLICY_UNSATISFIABLE, which lists the fields that do not comply with the law;
 *   INVALID_MIN_AGE when neither the request nor a rule sets an age; and the errors of
 *   applicableLaw (VALIDATION_FAILED) and applySettings
 */
export async function planUnderLaw(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  options: AskOptions = { offersWays: true },
): Promise<PlannedSession> {
  const { jurisdictions: files } = ctx.config;
  const asked = applicableLaw(files, customer.rules?.policy, input);
  if (asked === undefined) {
    requireGate(input);
    const plan = planUnder(ctx, customer, input);
    return { ...plan, warnings: [...plan.warnings, ...withoutLaw(input)] };
  }
  const { context } = asked;
  if (asked.by === 'country') return askByCountry(ctx, customer, input, { ...options, context });
  const rules = rulesAt(files, asked.jurisdictions, context, ctx.now());
  const law = joinRules(context, rules);
  const lawful = planLawfully(ctx, customer, input, { ...options, law });
  if ('missing' in lawful) throw unsatisfiable(lawful.missing);
  requireGate({ ...input, ...lawful.plan.request });
  const policy = { jurisdiction: asked.named, ...(await policyOf(law, rules)) };
  return { ...lawful.plan, law: { policy } };
}

/**
 * Plans the session without a law, and once under each law of the countries that the jurisdiction
 * files cover. The visitor's country selects one of the plans when the link is opened.
 */
async function askByCountry(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  { context, ...options }: AskOptions & { context: LawContext },
): Promise<PlannedSession> {
  // In a country without a known law, only the request sets an age.
  requireGate(input);
  const base = planUnder(ctx, customer, input);
  const plans: CountryPlan[] = [];
  const missing: FieldError[] = [];
  for (const { countries, rules } of lawsByCountry(ctx, context)) {
    const law = joinRules(context, rules);
    const policy = await policyOf(law, rules);
    const lawful = planLawfully(ctx, customer, input, { ...options, law });
    if ('missing' in lawful) {
      missing.push(...lawful.missing.map((one) => ({ ...one, field: countries.join(', ') })));
      const lacks = lawful.missing.map(({ field }) => field);
      plans.push({ countries, policy: { ...policy, missing: lacks } });
    } else plans.push({ countries, policy, session: toSession(customer, lawful.plan) });
  }
  const elsewhere = await policyOf(joinRules(context, []), []);
  const warnings = [...base.warnings, ...unsatisfiableWarnings(missing)];
  return { ...base, warnings, law: { byCountry: { plans, elsewhere } } };
}

const toSession = (
  { tenant }: Customer,
  { request, offer, marginYears, retentionDaysMax = Infinity }: PlannedSession,
): NonNullable<CountryPlan['session']> => ({
  request: {
    mode: request.mode,
    ...(request.gate !== undefined && { gate: request.gate }),
    ...(request.accept !== undefined && { accept: request.accept }),
  },
  offer,
  ageMarginYears: marginYears,
  retentionDays: Math.min(tenant.retentionDays, retentionDaysMax),
});

/**
 * Groups the countries by their law, so that each law is planned only once. States are omitted,
 * because geolocation is not precise enough.
 */
function lawsByCountry(
  { config, now }: Context,
  context: LawContext,
): { countries: string[]; rules: LawRule[] }[] {
  const found = new Map<string, { countries: string[]; rules: LawRule[] }>();
  for (const country of knownCountries(config.jurisdictions)) {
    const rules = rulesAt(config.jurisdictions, [country], context, now());
    const id = rules.map((rule) => rule.id).join();
    const law = found.get(id) ?? { countries: [], rules };
    law.countries.push(country);
    found.set(id, law);
  }
  return [...found.values()].filter(({ rules }) => rules.length > 0);
}

type Lawful = { plan: PlannedSession } | { missing: FieldError[] };

/**
 * Plans the session in the first mode that satisfies the law, if there is one.
 * @throws AppError when the settings refuse the request even without the law
 */
export function planLawfully(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  { law, offersWays }: AskOptions & { law: Law },
): Lawful {
  const gate = Math.max(input.gate ?? 0, law.gate ?? 0);
  const raised = gate > 0 ? { ...input, gate } : input;
  // Throws any error that occurs even without the law, so that it is not attributed to the law.
  planUnder(ctx, customer, raised);
  const missing: FieldError[] = [];
  for (const mode of modesFor(law, customer, input)) {
    const lawful = planInMode(ctx, customer, { ...raised, mode }, { law, offersWays });
    if ('plan' in lawful) {
      const { plan } = lawful;
      const warnings = [...plan.warnings, ...raisedWarnings(input, law)];
      return { plan: { ...plan, warnings, asked: { ...plan.asked, mode: input.mode } } };
    }
    missing.push(
      ...lawful.missing.filter(({ field }) => missing.every((one) => one.field !== field)),
    );
  }
  return { missing };
}

function planInMode(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  { law, offersWays }: AskOptions & { law: Law },
): Lawful {
  try {
    const plan = planUnder(ctx, customer, input, law);
    const { accept } = plan.request;
    const canContest = hasWhereToTurn(customer, plan);
    const missing =
      accept === undefined || !offersWays ? [] : missingOf(law, accept, { canContest });
    return missing.length > 0 ? { missing } : { plan };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_ACCEPT') throw error;
    const message = `By ${law.rules.join(', ')}: ${error.message}`;
    return { missing: [{ field: 'policy.accept', message }] };
  }
}

/**
 * Returns the modes to try. When only the law rules out an estimate, the narrower mode `document`
 * is tried before `auto`, because more people have a document than a wallet.
 */
function modesFor(law: Law, { rules }: Customer, input: SessionInput): SessionInput['mode'][] {
  const { mode, purpose, accept } = input;
  const isOpen = mode === 'auto' && purpose === 'age_verification';
  if (!isOpen || rules?.requiredMethod !== undefined) return [mode];
  const isAtDocument = (said: (typeof ASSURANCES)[number] = 'device') =>
    isAtLeast(ASSURANCES, said, 'document');
  const isByLaw =
    isAtDocument(law.accept.minAssurance) &&
    !isAtDocument(accept?.minAssurance) &&
    !isAtDocument(rules?.accept.minAssurance);
  return isByLaw ? ['document', mode] : [mode];
}

/** Whether a refused person can contact the customer, request a review, or show a document. */
const hasWhereToTurn = ({ tenant }: Customer, { request, offer }: PlannedSession): boolean =>
  tenant.contact !== undefined ||
  offer.reviews !== undefined ||
  (offer.documents?.stepUp === true && !needsDocument(request));

/** Returns a hash of the rules as defined in the files, with their members sorted. */
export const versionOf = (rules: readonly LawRule[]): Promise<string> =>
  sha256Hex(JSON.stringify(sorted(rules)));

const policyOf = async (law: Law, rules: readonly LawRule[]): Promise<PolicyOf> => ({
  context: law.context,
  version: await versionOf(rules),
  rules: law.rules,
  ...(law.perAccess && { perAccess: true as const }),
});

/**
 * Sorts the members of each object in a value, so that equal values are serialized to the same
 * text.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

/** Refuses an age check without a required age. */
function requireGate({ purpose, gate, thresholds }: SessionInput): void {
  if (purpose !== 'age_verification' || gate !== undefined || thresholds !== undefined) return;
  const message = 'min_age is required here: no applicable rule sets an age.';
  throw new AppError('INVALID_MIN_AGE', message, { fields: [{ field: 'min_age', message }] });
}

const unsatisfiable = (fields: FieldError[]): AppError =>
  new AppError(
    'POLICY_UNSATISFIABLE',
    `This session cannot meet the law: ${fields.map(({ message }) => message).join(' ')}`,
    { fields },
  );

function raisedWarnings({ gate }: SessionInput, law: Law): SessionWarning[] {
  if (gate === undefined || law.gate === undefined || gate >= law.gate) return [];
  const message = `min_age ${gate} was raised to ${law.gate}, as required by ${law.rules.join(', ')}.`;
  return [{ code: 'min_age_raised', message }];
}

function withoutLaw({ context }: SessionInput): SessionWarning[] {
  if (context === undefined) return [];
  const message = 'No law was applied: context also needs a jurisdiction, or the setting policy.';
  return [{ code: 'policy_not_applied', message }];
}

function unsatisfiableWarnings(missing: readonly FieldError[]): SessionWarning[] {
  if (missing.length === 0) return [];
  const said = missing.map(({ field, message }) => `${field}: ${message}`).join(' ');
  const message = `Visitors from these countries will end with assistance_needed. ${said}`;
  return [{ code: 'policy_unsatisfiable', message }];
}
