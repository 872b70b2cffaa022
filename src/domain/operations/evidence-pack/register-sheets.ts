// Operators' records in evidence packs: third-party certificates, and incidents (D-164). Pure.
import { toTimestamp } from '../../../time/timestamp.ts';
import {
  FILE_ENDINGS,
  STANDARDS,
  stateOn,
  type ListedCertificate,
  type CertificateState,
  type Standard,
} from '../certificates/certificate.ts';
import type { Incident } from '../incidents/incident.ts';
import type { PackPeriod } from './pack-period.ts';
import type { PackFile } from './sign-pack.ts';

interface CertificateSheet {
  /** For each standard, the state of its best certificate on the last day of the period. */
  standards: { standard: Standard; certificate: CertificateState | 'absent' }[];
  added: AddedCertificate[];
}

interface AddedCertificate {
  /** The name of the document in the archive. */
  file: string;
  sha256: string;
  bytes: number;
  standard: Standard | null;
  title: string;
  issuer: string;
  scope: string;
  statement: string;
  valid_from: string;
  valid_to: string | null;
  on_last_day: CertificateState;
}

interface Document {
  certificate: ListedCertificate;
  document: Uint8Array<ArrayBuffer>;
}

const BEST_FIRST: readonly CertificateState[] = ['valid', 'not_yet', 'expired'];

/**
 * Generates the name of a document's file, without any text that operators entered.
 * @param at the document's index, from 0
 */
const nameOf = ({ kind }: ListedCertificate, at: number): string =>
  `certificate-${String(at + 1).padStart(2, '0')}.${FILE_ENDINGS[kind]}`;

export const certificateFiles = (documents: readonly Document[]): PackFile[] =>
  documents.map(({ certificate, document }, at) => ({
    name: nameOf(certificate, at),
    bytes: document,
  }));

/** @param listed the certificates, in the order of their files */
export function certificateSheet(
  listed: readonly ListedCertificate[],
  { to }: PackPeriod,
): CertificateSheet {
  const bestOf = (standard: Standard): CertificateState | 'absent' => {
    const states = listed.filter((one) => one.standard === standard).map((one) => stateOn(one, to));
    return BEST_FIRST.find((state) => states.includes(state)) ?? 'absent';
  };
  return {
    standards: STANDARDS.map((standard) => ({ standard, certificate: bestOf(standard) })),
    added: listed.map((one, at) => ({
      file: nameOf(one, at),
      sha256: one.sha256,
      bytes: one.bytes,
      standard: one.standard,
      title: one.title,
      issuer: one.issuer,
      scope: one.scope,
      statement: one.statement,
      valid_from: one.validFrom,
      valid_to: one.validTo,
      on_last_day: stateOn(one, to),
    })),
  };
}

interface IncidentSheet {
  /** Incidents of the whole service, recorded by hand by operators. */
  recorded: RecordedIncident[] | 'none recorded';
  /** The service does not measure downtime. */
  downtime: 'not recorded';
  counts_corrected: number;
}

interface RecordedIncident {
  began_at: string;
  /** When the incident ended; null while it lasts. */
  ended_at: string | null;
  what: string;
  concerned: string;
  done: string;
  written_at: string;
  changed_at: string | null;
}

/**
 * @param incidents the incidents of the period, earliest first
 * @param corrected the number of counts that nightly runs corrected
 */
export const incidentSheet = (
  incidents: readonly Incident[],
  corrected: number,
): IncidentSheet => ({
  recorded:
    incidents.length === 0
      ? 'none recorded'
      : incidents.map((one) => ({
          began_at: toTimestamp(one.beganAtMs),
          ended_at: momentOf(one.endedAtMs),
          what: one.what,
          concerned: one.concerned,
          done: one.done,
          written_at: toTimestamp(one.writtenAtMs),
          changed_at: momentOf(one.changedAtMs),
        })),
  downtime: 'not recorded',
  counts_corrected: corrected,
});

const momentOf = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));
