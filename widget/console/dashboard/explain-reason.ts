// Explains to the customer's staff why a check ended as it did.
import { VERDICT_REASONS } from '../../../src/domain/verification/rules/session/reasons.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

/**
 * @param reason the reason, which may be any text in a test session, or an unknown reason that a
 *   later version wrote
 * @returns the explanation, or an unknown reason unchanged
 */
export function explainReason(reason: string, t: ConsoleTexts): string {
  const known = VERDICT_REASONS.find((each) => each === reason);
  return known === undefined ? reason : t(`reason.${known}`);
}
