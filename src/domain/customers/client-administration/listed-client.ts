// A relying party in the operators' list, and the search for relying parties. Pure.
import type { OwnClient } from '../../openid/clients/own-client.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export interface ListedClient {
  /** The client's id, `xoc_…`. */
  id: string;
  name: string;
  tenantId: string;
  tenantName: string;
  isPublic: boolean;
  pkceOptional: boolean;
  createdAtMs: number;
}

/** A client with all its settings, without credentials. */
export interface ClientOverview extends OwnClient {
  tenantName: string;
}

export interface ClientFilters extends DayRange {
  tenantId?: string | undefined;
  isPublic?: boolean | undefined;
  pkceOptional?: boolean | undefined;
}

/** A search as typed by an operator, trimmed: the beginning of a name, or a whole `client_id`. */
export interface ClientSearch {
  text: string;
  /** The range of matching names, in lower case: `from` is inclusive, `before` exclusive. */
  from: string;
  before: string;
}

/** @returns undefined when the text is absent or blank */
export function readClientSearch(typed: string | undefined): ClientSearch | undefined {
  // SQLite ends a string at a NUL character.
  const text = typed?.replaceAll('\0', '').trim() ?? '';
  if (text === '') return undefined;
  const from = lowered(text);
  return { text, from, before: `${from}\u{10FFFF}` };
}

/** Converts to lower case as SQLite's lower() does: only the letters A to Z. */
const lowered = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
