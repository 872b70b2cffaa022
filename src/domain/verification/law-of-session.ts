// Joins the law to what a new session asks for (D-157): once where it is known whose law holds, else once for each law that a
// visitor's country may bring. Nothing here loosens what settings and request ask.
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
import { askedLaw } from './rules/law/asked-law.ts';
import { needsDocument } from './rules/session/machine.ts';
import { planUnder, type AskedSession, type SessionWarning } from './plan-under.ts';

/** Of a session whose visitor can choose: one that contests an estimate has chosen (D-93). */
interface AskOptions {
  offersWays: boolean;
}

type PolicyOf = CountryPlan['policy'];

/**
 * What a customer asks for, under its settings and the law.
 * @throws AppError POLICY_UNSATISFIABLE with what is missing; VALIDATION_FAILED as askedLaw; INVALID_MIN_AGE where nobody
 *   says one; as applySettings
 */
export async function askSession(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  options: AskOptions = { offersWays: true },
): Promise<AskedSession> {
  const { jurisdictions: files } = ctx.config;
  const asked = askedLaw(files, customer.rules?.policy, input);
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

/** As it is, and as it would be in each country that there is a file of: which one, the opening says. */
async function askByCountry(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  { context, ...options }: AskOptions & { context: LawContext },
): Promise<AskedSession> {
  // Where no law is known, nobody else says an age.
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
  { request, offer, marginYears, retentionDaysMax = Infinity }: AskedSession,
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

/** Countries of one law are planned once. Of a state an address of the internet says too little. */
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

type Lawful = { plan: AskedSession } | { missing: FieldError[] };

/** In a mode in which the law can be met, where there is one. @throws AppError for what settings and request refuse by themselves */
export function planLawfully(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  { law, offersWays }: AskOptions & { law: Law },
): Lawful {
  const gate = Math.max(input.gate ?? 0, law.gate ?? 0);
  const raised = gate > 0 ? { ...input, gate } : input;
  // Whatever is wrong without the law is no fault of it.
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
 * Where the law is what rules out an estimate, a document that everybody may have comes before a wallet that few have: `auto`
 * becomes `document`, which is narrower.
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

/** Whether somebody who is refused can turn to a person at the customer, or show something else. */
const hasWhereToTurn = ({ tenant }: Customer, { request, offer }: AskedSession): boolean =>
  tenant.contact !== undefined ||
  offer.reviews !== undefined ||
  (offer.documents?.stepUp === true && !needsDocument(request));

/** The version says the data as the files have them, in the order of their ids and their members. */
export const versionOf = (rules: readonly LawRule[]): Promise<string> =>
  sha256Hex(JSON.stringify(sorted(rules)));

const policyOf = async (law: Law, rules: readonly LawRule[]): Promise<PolicyOf> => ({
  context: law.context,
  version: await versionOf(rules),
  rules: law.rules,
  ...(law.perAccess && { perAccess: true as const }),
});

/** Members in alphabetical order, so that the same data have the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

/** An age check without an age is none. */
function requireGate({ purpose, gate, thresholds }: SessionInput): void {
  if (purpose !== 'age_verification' || gate !== undefined || thresholds !== undefined) return;
  const message = 'min_age is needed here: no rule that holds says an age.';
  throw new AppError('INVALID_MIN_AGE', message, { fields: [{ field: 'min_age', message }] });
}

const unsatisfiable = (fields: FieldError[]): AppError =>
  new AppError(
    'POLICY_UNSATISFIABLE',
    `What the law asks cannot be met: ${fields.map(({ message }) => message).join(' ')}`,
    { fields },
  );

function raisedWarnings({ gate }: SessionInput, law: Law): SessionWarning[] {
  if (gate === undefined || law.gate === undefined || gate >= law.gate) return [];
  const message = `min_age ${gate} was raised to ${law.gate}, by ${law.rules.join(', ')}.`;
  return [{ code: 'min_age_raised', message }];
}

function withoutLaw({ context }: SessionInput): SessionWarning[] {
  if (context === undefined) return [];
  const message =
    'No law was applied: context needs a jurisdiction beside it, or the setting policy.';
  return [{ code: 'policy_not_applied', message }];
}

function unsatisfiableWarnings(missing: readonly FieldError[]): SessionWarning[] {
  if (missing.length === 0) return [];
  const said = missing.map(({ field, message }) => `${field}: ${message}`).join(' ');
  const message = `Visitors from these countries will end with assistance_needed. ${said}`;
  return [{ code: 'policy_unsatisfiable', message }];
}
