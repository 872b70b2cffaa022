// Names of countries, unions and states in the pages of an evidence pack.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';

/** The part of a pack's texts that this file uses. */
interface Speaking {
  language: string;
}

const REGION = /^[A-Z]{2}$/;

/**
 * @param code ISO 3166-1, ISO 3166-2 or `EU`; Intl does not include names of states
 * @param name the name to use when Intl has none
 */
export function placeName({ language }: Speaking, code: string, name = code): string {
  if (!REGION.test(code)) return name;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return names.of(code) ?? name;
}

/** Formats a place as `France (FR)`, or as the code alone if no name is known. */
export function placeText(texts: Speaking, code: string, name?: string): string {
  const said = placeName(texts, code, name);
  return said === code ? code : `${said} (${code})`;
}

export const jurisdictionText = (texts: Speaking, { about, rules }: EvidencePack): string => {
  const own = rules.find(({ jurisdiction }) => jurisdiction === about.jurisdiction);
  return placeText(texts, about.jurisdiction, own?.name);
};
