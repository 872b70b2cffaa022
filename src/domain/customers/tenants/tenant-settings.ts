// The settings of a customer, as data. Reading and changing them: settings.ts.
import type { LawContext } from '../../../config/law-contexts.ts';
import type { DocumentType } from '../../../vision/documents/document-facts.ts';
import type { Assurance, LivenessLevel } from '../../terms/age-proof.ts';
import type { Recheck } from '../../terms/recheck.ts';
import type { AcceptMethod } from '../../verification/rules/methods.ts';
import type { DocumentField } from '../../verification/rules/document/document-state.ts';
import type { AgeTarget } from '../../verification/rules/age/age-margin.ts';

export interface Settings {
  name: string;
  /** `#rrggbb` */
  color: string | null;
  /** A `data:` URL. */
  logo: string | null;
  alternativeUrl: string | null;
  /** Named to visitors as the controller; null: `name`. */
  controllerName: string | null;
  /** Mail or https address. */
  privacyContact: string | null;
  privacyUrl: string | null;
  /** A supported language; null: from the visitor's browser. */
  defaultLocale: string | null;
  defaultTheme: 'light' | 'dark' | 'system' | null;
  /** Empty: any. */
  callbackOrigins: readonly string[];
  embedOrigins: readonly string[];
  /** null: the configured default. */
  ageMarginYears: number | null;
  /** In per cent, of people up to five years too young (D-84); null: the configured default. */
  ageTarget: AgeTarget | null;
  /** Failed sessions of one user id within 24 hours; 0: any number (D-55). */
  attemptCap: number;
  /** Of its staff (D-63). */
  requireSecondFactor: boolean;
  retentionDays: number;
  /** How long the list keeps a session, without personal data. */
  historyDays: number;
  /** null: from the request. */
  requiredMethod: 'document' | 'facial' | null;
  /** What sessions take (D-57); null: whatever their mode asks for, and any. */
  acceptMethods: readonly AcceptMethod[] | null;
  /** null: the usual one of verification/rules/opening/ways.ts. */
  acceptOrder: readonly AcceptMethod[] | null;
  maxProofAgeDays: number | null;
  /** When else an earlier age has to be shown again (D-163). */
  recheck: readonly Recheck[];
  minAssurance: Assurance | null;
  livenessLevel: LivenessLevel | null;
  /** Whether an age that stays inconclusive asks for a document (D-91). */
  documentStepUp: boolean;
  allowedDocuments: readonly DocumentType[];
  /** Whether a human may decide what a document check could not, and whether an approval needs two (D-95). */
  reviews: boolean;
  reviewSecondPerson: boolean;
  /** What of a document is in results of `id_verification` (D-96). */
  documentFields: readonly DocumentField[];
  /** From a verdict on, so that a face can be blocked; 0: none is kept (D-100). */
  keepFacesDays: number;
  /** Whether an age kept in an account may answer a session. */
  agateId: boolean;
  /** Whether whoever answers with an account shows its enrolled face first (D-104). */
  agateIdFace: boolean;
  /** Whether it is counted where visitors leave, by language and class of device (D-124). */
  fallThrough: boolean;
  /** Whose law its sessions are held to (D-157): `off`, `auto`: of the visitor's country, or a jurisdiction. */
  policy: string;
  /** What for, where a request does not say it; never null beside a policy. */
  policyContext: LawContext | null;
}
