import { CallError } from '../api/call-error.ts';
import type { ConsoleTexts } from '../texts/languages.ts';
import type { ConsoleTextKey } from '../texts/text-key.ts';

const REASONS: Readonly<Record<string, ConsoleTextKey>> = {
  url_not_allowed: 'receiver.url_not_allowed',
  secret_unreadable: 'receiver.secret_unreadable',
  no_connection: 'receiver.no_connection',
  certificate: 'receiver.certificate',
  timeout: 'receiver.timeout',
  redirect: 'receiver.redirect',
  wrong_status: 'receiver.wrong_status',
  empty_body: 'receiver.empty_body',
  other_body: 'receiver.other_body',
};
/**
 * Matches the reasons that are reported when the receiver did respond. In that case, the message
 * also states the expected response.
 */
const HAS_ANSWERED = /_(status|body)$/;

/**
 * Describes what a receiver did instead of returning the challenge, as the service saw it (D-140),
 * and what is expected.
 */
export function explainUnproven(error: unknown, t: ConsoleTexts): string {
  const { reason = '', status = '' } =
    (error instanceof CallError ? error.receiver : undefined) ?? {};
  const why = REASONS[reason];
  // The reason is unknown when a later version of the service wrote it.
  if (why === undefined) return `${t('webhook.unproven')} ${t('receiver.wanted')}`;
  const told = t(why, { status: String(status) });
  return HAS_ANSWERED.test(reason) ? `${told} ${t('receiver.wanted')}` : told;
}
