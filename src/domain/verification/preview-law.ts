// What the law would make of a customer's usual sessions (D-157): by place, context and day, before anybody opens one.
import type { LawRule } from '../../config/jurisdiction.ts';
import type { LawContext } from '../../config/law-contexts.ts';
import type { Context } from '../../context.ts';
import { AppError, type FieldError } from '../../errors.ts';
import type { Customer } from './customer.ts';
import { planLawfully, versionOf } from './law-of-session.ts';
import { joinRules, type Law } from './rules/law/law.ts';
import { holdsOn, isKnown, rulesAt } from '../terms/rules-of-law.ts';
import type { AcceptMethod } from './rules/methods.ts';
import type { SessionRequest } from './rules/opening/session-request.ts';

interface Question {
  context: LawContext;
  /** `YYYY-MM-DD` */
  day: string;
  /** Absent: each that there is a file of. */
  jurisdiction?: string | undefined;
}

/** What holds in one place, and whether the customer's usual session could meet it. */
export interface PlacePreview {
  jurisdiction: string;
  /** As its file says it; of a place without a file of its own, the code. */
  name: string;
  law: Law;
  version: string;
  /** Absent: it could not. */
  session?: { gate?: number; mode: SessionRequest['mode']; methods: AcceptMethod[] };
  missing: FieldError[];
}

/** A rule of the context, whether or not it holds that day. */
export interface RulePreview {
  rule: LawRule;
  /** Where it is of. */
  name: string;
  version: string;
  holds: boolean;
}

/** A session as init begins it that says nothing but an address. */
const USUAL = {
  callbackUrl: 'https://example.com/',
  purpose: 'age_verification',
  mode: 'auto',
  difficulty: 'medium',
} as const;

/** Where no rule says an age. */
const USUAL_GATE = 18;

/** @throws AppError VALIDATION_FAILED for a jurisdiction that nothing is known of */
export async function previewLaw(
  ctx: Context,
  customer: Customer,
  { context, day, jurisdiction }: Question,
): Promise<{ places: PlacePreview[]; rules: RulePreview[] }> {
  const { jurisdictions: files } = ctx.config;
  if (jurisdiction !== undefined && !isKnown(files, jurisdiction)) {
    const message = `No rules of ${jurisdiction} are known here.`;
    throw new AppError('VALIDATION_FAILED', message, {
      fields: [{ field: 'jurisdiction', message }],
    });
  }
  const places =
    jurisdiction === undefined ? files.map((file) => file.jurisdiction) : [jurisdiction];
  const all = files.flatMap((file) => file.rules.map((rule) => ({ file, rule })));
  const found = all.filter(({ rule }) => rule.context === context);
  return {
    places: await Promise.all(
      [...new Set(places)].map((place) => previewPlace(ctx, customer, place, context, day)),
    ),
    rules: await Promise.all(
      found.map(async ({ file, rule }) => ({
        rule,
        name: file.name,
        version: await versionOf([rule]),
        holds: holdsOn(rule, day),
      })),
    ),
  };
}

/** At noon of UTC, which is that day almost everywhere. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

async function previewPlace(
  ctx: Context,
  customer: Customer,
  jurisdiction: string,
  context: LawContext,
  day: string,
): Promise<PlacePreview> {
  const rules = rulesAt(ctx.config.jurisdictions, [jurisdiction], context, noonOf(day));
  const law = joinRules(context, rules);
  const file = ctx.config.jurisdictions.find((one) => one.jurisdiction === jurisdiction);
  const place = {
    jurisdiction,
    name: file?.name ?? jurisdiction,
    law,
    version: await versionOf(rules),
  };
  return { ...place, ...meet(ctx, customer, law) };
}

function meet(
  ctx: Context,
  { rules, ...customer }: Customer,
  law: Law,
): Pick<PlacePreview, 'session' | 'missing'> {
  // The address is ours, not one that a request names.
  const own = { ...customer, ...(rules && { rules: { ...rules, callbackOrigins: [] } }) };
  try {
    const lawful = planLawfully(
      ctx,
      own,
      { ...USUAL, gate: law.gate ?? USUAL_GATE },
      { law, offersWays: true },
    );
    if ('missing' in lawful) return lawful;
    const { gate, mode, accept } = lawful.plan.request;
    const methods = accept?.methods ?? [];
    return { session: { ...(gate !== undefined && { gate }), mode, methods }, missing: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { missing: [{ field: 'settings', message: error.message }] };
  }
}
