// Plans one request under a customer's current settings and, if a law applies, under that law.
import type { Context } from '../../context.ts';
import { applySettings, type SessionInput } from './apply-settings.ts';
import type { Customer } from './customer.ts';
import type { MarginWarning } from './rules/age/age-margin.ts';
import { documentRules } from './rules/document/document-rules.ts';
import { faceRules } from './rules/face/face-rules.ts';
import type { Law } from './rules/law/law.ts';
import { placeOfMeasuring } from './rules/session/measured.ts';
import type { NewSession } from './rules/session/session.ts';
import { credentialsOf, walletRules } from './rules/wallet/wallet-rules.ts';
import { boundWorkers, sessionMargin } from './session-margin.ts';

/** A note for the caller about its request, as a code and a sentence. */
export type SessionWarning =
  | MarginWarning
  | { code: 'min_age_raised' | 'policy_not_applied' | 'policy_unsatisfiable'; message: string };

/** A session planned from a customer's request, the customer's settings and the law. */
export interface PlannedSession extends Pick<NewSession, 'asked' | 'request' | 'offer' | 'law'> {
  marginYears: number;
  /** The law's maximum retention, in days. */
  retentionDaysMax?: number;
  warnings: SessionWarning[];
  /**
   * SHA-256 of the secret of the only browser that may open the link; absent when any browser may.
   */
  openerHash?: string | undefined;
}

/** @throws AppError for the same reasons as applySettings */
export function planUnder(
  ctx: Context,
  customer: Customer,
  input: SessionInput,
  law?: Law,
): PlannedSession {
  const bound = boundWorkers(ctx);
  const trusted = bound.wallet ? credentialsOf(customer.walletDocTypes ?? []) : [];
  const mode = customer.rules?.requiredMethod ?? input.mode;
  const byWallet = walletRules({ ...input, mode }, trusted);
  const workers = { ...bound, wallet: byWallet !== undefined };
  const request = applySettings(input, customer.rules, workers, law?.accept);
  const measured = placeOfMeasuring(request, workers);
  const documents = documentRules(request, workers, customer.rules?.documents);
  const { years, lines, warnings } = sessionMargin(ctx, customer, request, measured);
  const faces = faceRules(
    { measured, purpose: request.purpose },
    { ...customer, ...customer.rules },
  );
  const reviews = customer.rules?.reviews;
  const offer = {
    measured,
    serviceMarginYears: ctx.config.keptAges.marginYears,
    ...(lines && { headLines: lines }),
    ...(documents && { documents, ...(reviews && { reviews }) }),
    ...(faces && { faces }),
    ...(byWallet && takesWallet(request) && { wallet: byWallet }),
  };
  return {
    asked: requestedFields(input),
    request,
    offer,
    marginYears: years,
    ...(law?.retentionDaysMax !== undefined && { retentionDaysMax: law.retentionDaysMax }),
    warnings,
  };
}

const takesWallet = ({ accept }: NewSession['request']): boolean =>
  accept?.methods.includes('wallet') ?? true;

const requestedFields = ({ mode, locale, theme, accept, context, jurisdiction }: SessionInput) => ({
  mode,
  ...(locale !== undefined && { locale }),
  ...(theme !== undefined && { theme }),
  ...(accept !== undefined && { accept }),
  ...(context !== undefined && { context }),
  ...(jurisdiction !== undefined && { jurisdiction }),
});
