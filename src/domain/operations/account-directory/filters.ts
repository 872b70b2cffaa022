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
 * `part`: the text occurs anywhere in the address or name. The index consists of trigrams, so texts
 * shorter than three characters are looked up as the `beginning` of either.
 */
export type PersonSearch =
  | { kind: 'part'; match: string }
  | { kind: 'beginning'; from: string; before: string };

/** @returns undefined for an empty text */
export function readSearch(text: string | undefined): PersonSearch | undefined {
  // FTS5 stops reading at a NUL, so one inside the quotes would cut off the closing quote.
  const wanted = text?.replaceAll('\0', '').trim() ?? '';
  if (wanted === '') return undefined;
  // Inside an FTS5 string only the quote is special; it is escaped by doubling it.
  if (Array.from(wanted).length >= 3)
    return { kind: 'part', match: `"${wanted.replaceAll('"', '""')}"` };
  const from = wanted.toLowerCase();
  return { kind: 'beginning', from, before: `${from}\u{10FFFF}` };
}
