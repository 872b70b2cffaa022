// Previews the effect of the law on a customer's default sessions (D-157) for a given place,
// context and day, before any session is opened.
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
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** If absent, all jurisdictions with a file are previewed. */
  jurisdiction?: string | undefined;
}

/** The law in one place, and whether the customer's default session could comply with it. */
export interface PlacePreview {
  jurisdiction: string;
  /** The place's name as in its jurisdiction file; without a file, its code. */
  name: string;
  law: Law;
  version: string;
  /** The default session under the law; absent when the session could not comply with it. */
  session?: { gate?: number; mode: SessionRequest['mode']; methods: AcceptMethod[] };
  missing: FieldError[];
}

/** A rule for the requested context, whether or not it applies on the requested day. */
export interface RulePreview {
  rule: LawRule;
  /** The name of the rule's jurisdiction. */
  name: string;
  version: string;
  holds: boolean;
}

/**
 * The input of an init request that specifies only the required callback address; the other values
 * are the defaults.
 */
const DEFAULT_INPUT = {
  callbackUrl: 'https://example.com/',
  purpose: 'age_verification',
  mode: 'auto',
  difficulty: 'medium',
} as const;

/** The gate of the previewed session, in years, if no rule sets one. */
const DEFAULT_GATE = 18;

/** @throws AppError VALIDATION_FAILED for an unknown jurisdiction */
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

/** Returns noon UTC on a day, when the local date is the same in almost every time zone. */
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
  // The callback address is a placeholder, so the customer's allowed origins do not apply.
  const own = { ...customer, ...(rules && { rules: { ...rules, callbackOrigins: [] } }) };
  try {
    const lawful = planLawfully(
      ctx,
      own,
      { ...DEFAULT_INPUT, gate: law.gate ?? DEFAULT_GATE },
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
