// The data that a session stores about the law (D-157). Pure data; session-law.ts applies it when
// the link is opened.
import type { LawContext } from '../../../../config/law-contexts.ts';
import type { SessionOffer } from '../opening/offer.ts';
import type { SessionRequest } from '../opening/session-request.ts';

/** The rules that applied to a session. */
export interface AppliedPolicy {
  /**
   * The jurisdiction from the request, or else from the settings, or else the visitor's country;
   * absent when unknown.
   */
  jurisdiction?: string;
  context: LawContext;
  /** SHA-256 of the rules' data, hex. */
  version: string;
  /** The rules' ids, in alphabetical order. */
  rules: string[];
  /** Whether the law requires a new proof at each access, so that no stored age counts. */
  perAccess?: true;
  /** Requirements that could not be met, which is why the session has ended. */
  missing?: string[];
}

/** The plan for a session whose visitor is in one of the listed countries. */
export interface CountryPlan {
  /** ISO 3166-1 alpha-2 codes of countries that share the same law. */
  countries: string[];
  policy: Omit<AppliedPolicy, 'jurisdiction'>;
  /** The session as planned under this law; absent when the law cannot be met. */
  session?: {
    request: Pick<SessionRequest, 'gate' | 'mode' | 'accept'>;
    offer: SessionOffer;
    ageMarginYears: number;
    retentionDays: number;
  };
}

export interface SessionLaw {
  policy?: AppliedPolicy;
  /**
   * The plans by country, kept until the page is opened, when the visitor's country selects the
   * law.
   */
  byCountry?: {
    plans: CountryPlan[];
    /** Applies in all other countries, and when the country is unknown. */
    elsewhere: Omit<AppliedPolicy, 'jurisdiction'>;
  };
}
