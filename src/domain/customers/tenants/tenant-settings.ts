// The settings of a customer, as plain data. settings.ts reads and changes them.
import type { LawContext } from '../../../config/law-contexts.ts';
import type { DocumentType } from '../../../vision/documents/document-facts.ts';
import type { Assurance, LivenessLevel } from '../../terms/age-proof.ts';
import type { Residency } from '../../terms/residency.ts';
import type { Recheck } from '../../terms/recheck.ts';
import type { AcceptMethod } from '../../verification/rules/methods.ts';
import type { DocumentField } from '../../verification/rules/document/document-state.ts';
import type { AgeTarget } from '../../verification/rules/age/age-margin.ts';

export interface Settings {
  name: string;
  /**
   * Where the customer's data is stored; chosen when the customer is created, and never changed
   * (D-172).
   */
  readonly residency: Residency;
  /** The brand colour, `#rrggbb`. */
  color: string | null;
  /** The logo, as a `data:` URL. */
  logo: string | null;
  alternativeUrl: string | null;
  /** The controller's name as visitors see it; null if it is the same as `name`. */
  controllerName: string | null;
  /** The contact for questions about data: an email or https address. */
  privacyContact: string | null;
  privacyUrl: string | null;
  /** A supported language; null for the language of the visitor's browser. */
  defaultLocale: string | null;
  defaultTheme: 'light' | 'dark' | 'system' | null;
  /** The origins allowed in `callback_url`; empty for any. */
  callbackOrigins: readonly string[];
  embedOrigins: readonly string[];
  /** The age margin in years; null for the configured default. */
  ageMarginYears: number | null;
  /**
   * The percentage of people up to five years younger than the age gate who may pass (D-84); null
   * for the configured default.
   */
  ageTarget: AgeTarget | null;
  /**
   * The maximum number of failed sessions of one user id within 24 hours; 0 for no limit (D-55).
   */
  attemptCap: number;
  /** Whether the customer's staff must use a second factor (D-63). */
  requireSecondFactor: boolean;
  retentionDays: number;
  /** How many days a session, without personal data, stays in the session list. */
  historyDays: number;
  /** The method that all sessions use; null if each request specifies it. */
  requiredMethod: 'document' | 'facial' | null;
  /** The methods that sessions accept (D-57); null for the methods of their mode. */
  acceptMethods: readonly AcceptMethod[] | null;
  /**
   * The order in which methods are offered; null for the default order in
   * verification/rules/opening/ways.ts.
   */
  acceptOrder: readonly AcceptMethod[] | null;
  maxProofAgeDays: number | null;
  /** The events after which an age that was proven earlier must be proven again (D-163). */
  recheck: readonly Recheck[];
  minAssurance: Assurance | null;
  livenessLevel: LivenessLevel | null;
  /** Whether an inconclusive age estimate leads to a document check (D-91). */
  documentStepUp: boolean;
  allowedDocuments: readonly DocumentType[];
  /**
   * Whether a human may decide what a document check could not, and whether an approval needs two
   * people (D-95).
   */
  reviews: boolean;
  reviewSecondPerson: boolean;
  /** The document fields that results of `id_verification` contain (D-96). */
  documentFields: readonly DocumentField[];
  /**
   * How many days a face is kept after the verdict, so that it can be blocked; 0 when no face is
   * kept (D-100).
   */
  keepFacesDays: number;
  /** Whether a session may be answered with an age kept in an account. */
  agateId: boolean;
  /**
   * Whether a person who answers a session with an account must first show the face enrolled with
   * the account (D-104).
   */
  agateIdFace: boolean;
  /**
   * Whether the service counts how many visitors leave on each page, by language and class of
   * device (D-124).
   */
  fallThrough: boolean;
  /**
   * The law that the customer's sessions follow (D-157): `off`, `auto` for the law of the visitor's
   * country, or a jurisdiction.
   */
  policy: string;
  /**
   * The kind of content that the law applies to if a request does not specify one; never null when
   * there is a policy.
   */
  policyContext: LawContext | null;
}

/** The settings that can be changed. */
export type ChangeableSettings = Omit<Settings, 'residency'>;
