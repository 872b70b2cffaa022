// What a customer has decided for all of its checks, applied to what one request asks for. Pure.
import { AppError } from '../../errors.ts';
import type { SessionRequest, Theme } from '../verification/rules/session.ts';

export interface SessionRules {
  /** Where checks may lead back to; empty: anywhere. */
  callbackOrigins: readonly string[];
  defaultLocale?: string;
  defaultTheme?: Theme;
  /** How every check is made, whatever a request says. */
  requiredMethod?: 'document' | 'facial';
}

/** A request that may leave the looks to the customer's settings. */
export type SessionInput = Omit<SessionRequest, 'theme'> & { theme?: Theme };

/**
 * @param rules undefined: nothing is decided
 * @throws AppError INVALID_CALLBACK_URL for an origin that is not allowed; INVALID_VERIFICATION_MODE when the
 *   required method cannot serve the purpose
 */
export function applyRules(input: SessionInput, rules: SessionRules | undefined): SessionRequest {
  const { theme, ...rest } = input;
  if (rules === undefined) return { ...rest, theme: theme ?? 'system' };
  requireAllowedOrigins(input, rules.callbackOrigins);
  const mode = rules.requiredMethod ?? input.mode;
  if (mode === 'facial' && input.purpose === 'id_verification')
    throw fault(
      'INVALID_VERIFICATION_MODE',
      'purpose',
      'Your settings require the facial method, which cannot serve id_verification.',
    );
  const locale = input.locale ?? rules.defaultLocale;
  return {
    ...rest,
    mode,
    theme: theme ?? rules.defaultTheme ?? 'system',
    ...(locale !== undefined && { locale }),
  };
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
  code: 'INVALID_CALLBACK_URL' | 'INVALID_VERIFICATION_MODE',
  field: string,
  message: string,
): AppError => new AppError(code, message, { fields: [{ field, message }] });
