// Why a check ended as it did, in words for the customer's staff.
import { VERDICT_REASONS } from '../../../src/domain/verification/rules/session/reasons.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

/** @param reason also one of a test session, which may be any text, or of a later version @returns that one as it is */
export function sayReason(reason: string, t: ConsoleTexts): string {
  const known = VERDICT_REASONS.find((each) => each === reason);
  return known === undefined ? reason : t(`reason.${known}`);
}
