// A customer as verification sees it: what its sessions begin with, and who acts for it. Where this
// comes from, by key or by member, is customers/tenants/api-keys.ts.
import type { AgeTarget } from './rules/age/age-margin.ts';
import type { PolicySettings } from './rules/law/asked-law.ts';
import type { AcceptSettings } from './rules/opening/accepted.ts';
import type { ReviewRules } from './rules/review/review-state.ts';
import type { DocumentRules } from './rules/document/document-state.ts';
import type { Theme } from './rules/opening/session-request.ts';

/** A customer's settings that apply to all of its sessions. */
export interface SessionRules {
  /** Allowed origins of callback URLs; empty: any. */
  callbackOrigins: readonly string[];
  defaultLocale?: string;
  defaultTheme?: Theme;
  /** Overrides the method of every request. */
  requiredMethod?: 'document' | 'facial';
  accept: AcceptSettings;
  /** Absent: every kind, and the step-up. */
  documents?: DocumentRules;
  /** Absent: nobody reviews (D-95). */
  reviews?: ReviewRules;
  /** How long faces are kept so that they can be blocked; absent: not (D-100). */
  keepFacesDays?: number;
  /** Absent: the law is asked for by requests alone (D-157). */
  policy?: PolicySettings;
}

/** A customer as its sessions begin, in live or test mode. */
export interface Customer {
  test: boolean;
  tenant: {
    id: string;
    name: string;
    color?: string;
    logo?: string;
    /** Shown instead, in a session that tries it (D-115): no address leads to it. */
    triedLogo?: string;
    alternativeUrl?: string;
    contact?: string;
    /** Named to visitors as the controller instead of `name`. */
    controllerName?: string;
    /** In a session that tries texts before they are published (D-123). */
    preview?: { privacyUrl?: string | null };
    /** Origins that may embed the hosted page and use publishable keys. */
    embedOrigins: string[];
    ageMarginYears?: number;
    /** Instead of a margin, in per cent (D-84). */
    ageTarget?: AgeTarget;
    /** Failed sessions of one user id within 24 hours; 0: any number (D-55). */
    attemptCap: number;
    retentionDays: number;
  };
  /** Absent: no rules. */
  rules?: SessionRules;
  /** It does not admit some faces, in this mode (D-100). */
  blocksFaces?: boolean;
  /** Types of documents from wallets that an operator trusts issuers of. */
  walletDocTypes?: readonly string[];
}

/** A tenant's backend (secret) or page (publishable). */
export interface Principal extends Customer {
  kind: 'secret' | 'publishable';
  /** `key_…` */
  keyId?: string;
  /** Whether an email address of its staff is confirmed; until then sessions are few (D-64). */
  isProven: boolean;
  /** By operators: the key is right, and refused (D-116). */
  isSuspended?: true;
}
