// The filter of the list of sessions, as it appears in the URL, so that a filtered list can be sent
// to a colleague.
import type { Routes } from '../../../api/wire.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { STATUSES } from '../../session-status.tsx';

type Query = NonNullable<Routes['GET /dashboard/v1/sessions']['query']>;

export type ListFilter = Omit<Query, 'page' | 'per_page' | 'mode'>;

export const TYPES = [
  'age_check',
  'full',
  'agate_id',
  'eu_wallet',
  'agate_pass',
  'agate_key',
] as const;

/** Reads the filter from the URL, and leaves out absent and invalid values. */
export function readFilter(address: URLSearchParams): ListFilter {
  const status = readChoice(address, 'status', STATUSES);
  const type = readChoice(address, 'type', TYPES);
  const user = address.get('user')?.trim();
  return {
    ...(status && { status }),
    ...(type && { verification_type: type }),
    ...(user && { external_user_id: user }),
    ...readDays(address),
  };
}
