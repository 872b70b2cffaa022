// An additional bot check of the browser (D-127), performed before the first step that incurs a
// cost. Pure; domain/platform/bot-check calls the service that runs the check.
import type { BotCheck } from '../../../platform/bot-check/ask-turnstile.ts';
import { type SessionRecord, withGroup } from './session.ts';
import { isAtStep } from './state.ts';

/** `missing`: the page sent no token. */
export type BotCheckResult = BotCheck | 'missing';

/**
 * Whether a bot check is required. Test sessions do not need one: their results have no effect, and
 * programs may run them.
 */
export const needsBotCheck = (record: SessionRecord): boolean =>
  !record.test && isAtStep(record, 'consent');

export const lacksBotCheck = (record: SessionRecord, result: BotCheckResult | undefined): boolean =>
  result === 'missing' && needsBotCheck(record);

/**
 * Records that the service for the bot check could not be reached: the session continues with a
 * higher risk band.
 */
export const recordBotCheck = (
  record: SessionRecord,
  result: BotCheckResult | undefined,
): SessionRecord =>
  result === 'unreachable' && needsBotCheck(record)
    ? withGroup(record, 'signals', { unwitnessed: true })
    : record;
