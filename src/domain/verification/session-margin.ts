// Determines the age margin that a new session applies to its gate, from the settings of its
// customer or of the service (D-84).
import type { Context } from '../../context.ts';
import type { Measured, VerificationLevel } from '../terms/age-proof.ts';
import type { Customer } from './customer.ts';
import {
  headLimitsOf,
  marginOf,
  marginWarnings,
  type AgeTarget,
  type MarginPolicy,
  type MarginWarning,
} from './rules/age/age-margin.ts';
import type { AgeQuestion } from './rules/age/age-outlook.ts';
import type { HeadLimits } from './rules/age/head-limits.ts';
import { canReadDocuments, placeOfMeasuring } from './rules/session/measured.ts';
import type { Workers } from './rules/methods.ts';
import { needsDocument } from './rules/session/machine.ts';
import type { SessionRequest } from './rules/opening/session-request.ts';

interface MarginSettings {
  /** If null or absent, the age target or the service's margin applies. */
  ageMarginYears?: number | null;
  ageTarget?: AgeTarget | null;
}

export const boundWorkers = ({ face, documents, wallet }: Context): Workers => ({
  face: face !== undefined,
  documents: documents !== undefined,
  wallet: wallet !== undefined,
});

/** Whether a document can decide a check. */
export const readsDocuments = (ctx: Context): boolean => canReadDocuments(boundWorkers(ctx));

/**
 * @returns the levels at which the bound Workers can verify an age, weakest first
 */
export const shownLevels = (ctx: Context): VerificationLevel[] => [
  'ml',
  ...(readsDocuments(ctx) ? (['document'] as const) : []),
  ...(ctx.wallet === undefined ? [] : (['wallet'] as const)),
];

/** Returns where a customer's sessions are measured if the request does not specify a mode. */
export const usualPlace = (ctx: Context, requiredMethod: 'document' | 'facial' | null): Measured =>
  placeOfMeasuring({ mode: requiredMethod ?? 'auto' }, boundWorkers(ctx));

/**
 * Determines the margin. A margin in years takes precedence over a target, and the customer's
 * setting over the service's.
 */
export function marginPolicy({ config }: Context, asked: MarginSettings): MarginPolicy {
  const marginYears = asked.ageMarginYears ?? undefined;
  const target = asked.ageTarget ?? config.ageTarget;
  return {
    ...(marginYears !== undefined && { marginYears }),
    ...(marginYears === undefined && target !== undefined && { target }),
    floorYears: config.ageMarginFloorYears,
    defaultYears: config.ageMarginYears,
  };
}

/**
 * @returns the margin in years, the limits for the age head's score if the head decides, and
 *   warnings for the customer; there are no warnings when no age is estimated from a face
 */
export function sessionMargin(
  ctx: Context,
  { tenant }: Pick<Customer, 'tenant'>,
  request: SessionRequest,
  place: Measured,
): { years: number; lines?: HeadLimits | undefined; warnings: MarginWarning[] } {
  const { gate, thresholds = [] } = request;
  const policy = marginPolicy(ctx, tenant);
  const linesOf = (gates: readonly number[], margin: { years: number; line?: number }) =>
    place === 'edge'
      ? headLimitsOf(ctx.config.ageError, gates, margin, ctx.config.keptAges.marginYears)
      : undefined;
  // An account's own check has thresholds instead of a gate, and its margin is always a number of
  // years.
  if (gate === undefined) {
    const years = policy.marginYears ?? policy.defaultYears;
    return { years, lines: linesOf(thresholds, { years }), warnings: [] };
  }
  const question: AgeQuestion = { gate, place };
  const margin = marginOf(ctx.config.ageError, question, policy);
  const isEstimated = !needsDocument(request);
  return {
    years: margin.years,
    lines: linesOf([gate], margin),
    warnings: isEstimated ? marginWarnings(ctx.config.ageError, question, policy, margin) : [],
  };
}
