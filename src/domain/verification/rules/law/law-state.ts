// What a session keeps of the law (D-157). Pure data; what the opening does with it is session-law.ts.
import type { LawContext } from '../../../../config/law-contexts.ts';
import type { SessionOffer } from '../opening/offer.ts';
import type { SessionRequest } from '../opening/session-request.ts';

/** The rules that a session was held to. */
export interface AppliedPolicy {
  /** Where: as the request says, else the settings, else the visitor's country; absent: nobody knows it. */
  jurisdiction?: string;
  context: LawContext;
  /** SHA-256 of the rules' data, hex. */
  version: string;
  /** Ids, in alphabetical order. */
  rules: string[];
  /** A proof for each access: the site asks again. */
  perAccess?: true;
  /** What could not be met: the session has ended for it. */
  missing?: string[];
}

/** What a session becomes in some countries. */
export interface CountryPlan {
  /** ISO 3166-1 alpha-2, of one law. */
  countries: string[];
  policy: Omit<AppliedPolicy, 'jurisdiction'>;
  /** Absent: it cannot be met. */
  session?: {
    request: Pick<SessionRequest, 'gate' | 'mode' | 'accept'>;
    offer: SessionOffer;
    ageMarginYears: number;
    retentionDays: number;
  };
}

export interface SessionLaw {
  policy?: AppliedPolicy;
  /** Until the page is opened: the law of where that is. */
  byCountry?: {
    plans: CountryPlan[];
    /** Where none of them holds. */
    elsewhere: Omit<AppliedPolicy, 'jurisdiction'>;
  };
}
