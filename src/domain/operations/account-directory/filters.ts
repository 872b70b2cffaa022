// The filters of the operators' list of accounts, and the forms of a search.
import type { AccountStatus } from '../../accounts/account.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export interface AccountFilters extends DayRange {
  /** Part of the email address or of the display name. */
  search?: string | undefined;
  status?: AccountStatus | undefined;
  /** Whether the email address is confirmed. */
  verified?: boolean | undefined;
}

/**
 * `part`: anywhere in address or name; the index contains runs of three characters, so shorter
 * texts are looked up as the `beginning` of either.
 */
export type PersonSearch =
  | { kind: 'part'; match: string }
  | { kind: 'beginning'; from: string; before: string };

/** @returns undefined for an empty text */
export function readSearch(text: string | undefined): PersonSearch | undefined {
  // FTS5 ends a text at a NUL, which would be inside our quotes.
  const wanted = text?.replaceAll('\0', '').trim() ?? '';
  if (wanted === '') return undefined;
  // An FTS5 string has no syntax except the quote, which is doubled.
  if (Array.from(wanted).length >= 3)
    return { kind: 'part', match: `"${wanted.replaceAll('"', '""')}"` };
  const from = wanted.toLowerCase();
  return { kind: 'beginning', from, before: `${from}\u{10FFFF}` };
}
