// Applies a customer's settings to a request for a session (D-57).
import { AppError } from '../../errors.ts';
import type { SessionRules } from './customer.ts';
import type { VisitorRegion } from '../terms/visitor-region.ts';
import type { LawContext } from '../../config/law-contexts.ts';
import type { AcceptByLaw } from './rules/law/law.ts';
import { joinAccept } from './rules/opening/accept.ts';
import type { Accept } from './rules/opening/accepted.ts';
import type { Workers } from './rules/methods.ts';
import type { SessionRequest, Theme } from './rules/opening/session-request.ts';

/** The values that a request sets; the customer's settings provide the rest. */
export type SessionInput = Omit<SessionRequest, 'theme' | 'accept'> & {
  theme?: Theme;
  accept?: Accept;
  /**
   * The region near which the session's object is created; it is not stored in the session (D-122).
   */
  visitorRegion?: VisitorRegion;
  /** The kind of content, and the jurisdiction whose law applies (D-157). */
  context?: LawContext;
  jurisdiction?: string;
  /**
   * The kind of display: `tv` is a screen without a keyboard or camera, for which the response also
   * contains a code to type on a phone. The session does not store this value.
   */
  display?: 'tv';
};

/**
 * @param rules undefined when the customer has no settings; the session then accepts nothing in
 *   place of its own check
 * @param law narrows what the session accepts; a customer without settings is the service itself,
 *   to which no law is applied
 * @throws AppError INVALID_CALLBACK_URL for an origin that is not allowed;
 *   INVALID_VERIFICATION_MODE when the required method does not fit the purpose; INVALID_ACCEPT
 *   when no acceptable method remains, or the service does not support a requested method
 */
export function applySettings(
  input: SessionInput,
  rules: SessionRules | undefined,
  workers: Workers,
  law?: AcceptByLaw,
): SessionRequest {
  const { theme, accept: asked, ...rest } = kept(input);
  if (rules === undefined) return { ...rest, theme: theme ?? 'system' };
  requireAllowedOrigins(input, rules.callbackOrigins);
  const mode = rules.requiredMethod ?? input.mode;
  if (mode === 'facial' && input.purpose === 'id_verification')
    throw fault(
      'INVALID_VERIFICATION_MODE',
      'purpose',
      'Your settings require the facial method, which cannot serve id_verification.',
    );
  const kind = { mode, purpose: input.purpose, workers };
  const joined = joinAccept(kind, rules.accept, asked, law);
  if (!joined.ok) throw fault('INVALID_ACCEPT', 'accept', joined.message);
  const locale = input.locale ?? rules.defaultLocale;
  return {
    ...rest,
    mode,
    accept: joined.accept,
    theme: theme ?? rules.defaultTheme ?? 'system',
    ...(locale !== undefined && { locale }),
  };
}

/** Returns the input without the members that the session does not store, or stores elsewhere. */
function kept({
  visitorRegion: _region,
  display: _display,
  context: _context,
  jurisdiction: _jurisdiction,
  ...rest
}: SessionInput) {
  return rest;
}

function requireAllowedOrigins(
  { callbackUrl, successUrl, failedUrl }: SessionInput,
  allowed: readonly string[],
): void {
  if (allowed.length === 0) return;
  const urls = { callback_url: callbackUrl, success_url: successUrl, failed_url: failedUrl };
  for (const [field, url] of Object.entries(urls))
    if (url !== undefined && !allowed.includes(new URL(url).origin))
      throw fault(
        'INVALID_CALLBACK_URL',
        field,
        `${field} must be on one of the callback origins of your settings.`,
      );
}

const fault = (
  code: 'INVALID_CALLBACK_URL' | 'INVALID_VERIFICATION_MODE' | 'INVALID_ACCEPT',
  field: string,
  message: string,
): AppError => new AppError(code, message, { fields: [{ field, message }] });
