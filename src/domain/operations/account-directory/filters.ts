// The filters of the operators' list of accounts, and the kinds of search in it.
import type { AccountStatus } from '../../accounts/account.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export interface AccountFilters extends DayRange {
  /** Part of the email address or the display name. */
  search?: string | undefined;
  status?: AccountStatus | undefined;
  /** Whether the email address is confirmed. */
  verified?: boolean | undefined;
}

/**
 * `part`: the text occurs anywhere in the email address or display name. `beginning`: one of them
 * starts with the text, which is shorter than three characters, too short for the trigram index.
 */
export type PersonSearch =
  | { kind: 'part'; match: string }
  | { kind: 'beginning'; from: string; before: string };

/** @returns undefined for an empty text */
export function readSearch(text: string | undefined): PersonSearch | undefined {
  // FTS5 stops reading at a NUL character, so one in the text would cut off the closing quote.
  const wanted = text?.replaceAll('\0', '').trim() ?? '';
  if (wanted === '') return undefined;
  // Inside an FTS5 string only the quote is special; it is escaped by doubling it.
  if (Array.from(wanted).length >= 3)
    return { kind: 'part', match: `"${wanted.replaceAll('"', '""')}"` };
  const from = wanted.toLowerCase();
  return { kind: 'beginning', from, before: `${from}\u{10FFFF}` };
}
