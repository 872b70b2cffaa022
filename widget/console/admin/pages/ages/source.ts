// The source that operators search for kept ages by, as read from the URL.
import { readChoice, readDays } from '../../../ui/address.ts';

export const METHODS = ['face', 'document', 'wallet'] as const;

/**
 * @param text the value to search for: a customer's id, a check's id or token, or the version of a
 *   policy
 */
function readText(text: string) {
  if (text === '') return {};
  if (text.startsWith('ten_')) return { tenant_id: text };
  if (/^(xit_|xtk_|[0-9a-f]{64}$)/.test(text)) return { session: text };
  return { policy_version: text };
}

export function readSource(address: URLSearchParams) {
  const method = readChoice(address, 'method', METHODS);
  return {
    ...readText(address.get('source')?.trim() ?? ''),
    ...(method && { method }),
    ...readDays(address),
  };
}
