// A relying party as operators list it, and how they look for one. Pure.
import type { OwnClient } from '../../openid/clients/own-client.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export interface ListedClient {
  /** `xoc_…`. */
  id: string;
  name: string;
  tenantId: string;
  tenantName: string;
  isPublic: boolean;
  pkceOptional: boolean;
  createdAtMs: number;
}

/** One as a whole, without what proves it. */
export interface ClientOverview extends OwnClient {
  tenantName: string;
}

export interface ClientFilters extends DayRange {
  tenantId?: string | undefined;
  isPublic?: boolean | undefined;
  pkceOptional?: boolean | undefined;
}

/** What an operator types, without spaces around: the beginning of a name, or a whole `client_id`. */
export interface ClientSearch {
  text: string;
  /** Lower case: names from this one on, and before the other. */
  from: string;
  before: string;
}

/** @returns undefined for an empty text */
export function readClientSearch(typed: string | undefined): ClientSearch | undefined {
  // To SQLite a text ends at a NUL.
  const text = typed?.replaceAll('\0', '').trim() ?? '';
  if (text === '') return undefined;
  const from = lowered(text);
  return { text, from, before: `${from}\u{10FFFF}` };
}

/** As SQLite's lower(): it knows the two cases of unaccented letters only. */
const lowered = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
