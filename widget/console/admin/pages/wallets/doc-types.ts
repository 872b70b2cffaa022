// The display names of the document types that a certificate can be listed for.
import type { Routes } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

export type ListedDocType = Routes['POST /admin/v1/wallet/anchors']['body']['doc_types'][number];

const WORDS = {
  'eu.europa.ec.av.1': 'doc_type.age_attestation',
  'org.iso.18013.5.1.mDL': 'doc_type.driving_licence',
  'urn:eudi:pid:1': 'doc_type.pid',
  'urn:eudi:pid:de:1': 'doc_type.pid_de',
} as const satisfies Record<ListedDocType, string>;

export const DOC_TYPES = Object.keys(WORDS) as ListedDocType[];

/** @returns the type in words, or its API name if this console does not know the type */
export function describeDocType(type: string, t: ConsoleTexts): string {
  const known = DOC_TYPES.find((each) => each === type);
  return known === undefined ? type : t(WORDS[known]);
}
