// The filter of the list of sessions, as it stands in the address: a filtered list can be sent to a colleague.
import type { operations } from '../../../api/schema.ts';
import { STATUSES } from '../../session-status.tsx';

type Query = NonNullable<operations['dashboardListSessions']['parameters']['query']>;

export type SessionFilter = Omit<Query, 'page' | 'per_page' | 'mode'>;

export const TYPES = ['age_check', 'full', 'agate_id', 'eu_wallet'] as const;

/** What the address does not say, or says wrongly, is not asked for. */
export function readFilter(address: URLSearchParams): SessionFilter {
  const status = STATUSES.find((each) => each === address.get('status'));
  const type = TYPES.find((each) => each === address.get('type'));
  const user = address.get('user')?.trim();
  const from = dayOf(address.get('from'));
  const to = dayOf(address.get('to'));
  return {
    ...(status && { status }),
    ...(type && { verification_type: type }),
    ...(user && { external_user_id: user }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
  };
}

const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;

export function readPage(address: URLSearchParams): number {
  const page = Number(address.get('page'));
  return Number.isInteger(page) && page > 0 ? page : 1;
}
