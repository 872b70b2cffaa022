// The texts at the top of the first page. Pure, because the dashboard also uses this file, to show
// what a visitor has read.
import type { SessionView } from '../requests/wire.ts';

/** The lead texts by the view's `document_need`; `none` is for views without it. */
export const WELCOME_LEAD = {
  none: 'welcome.lead',
  may: 'welcome.lead_step_up',
  will: 'welcome.lead_document',
} as const satisfies Record<NonNullable<SessionView['document_need']> | 'none', string>;

/** @returns the hosts that the visitor may return to; the outcome decides which host it is */
export const returnsTo = (
  locale: string,
  { host, return_hosts: hosts = [host] }: Pick<SessionView['site'], 'host' | 'return_hosts'>,
): string => new Intl.ListFormat(locale, { type: 'disjunction' }).format(hosts);

/**
 * The heading, which states what the site wants to know: who the visitor is, or how old they are.
 * @returns the text's key, and its count if it has one
 */
export function welcomeTitle({
  purpose,
  gate,
}: Partial<Pick<SessionView['request'], 'purpose' | 'gate'>>) {
  if (purpose === 'id_verification') return { key: 'welcome.title_identity' } as const;
  if (!gate) return { key: 'welcome.title_no_age' } as const;
  return { key: 'welcome.title', count: gate } as const;
}
