// A customer as verification sees it: the settings that its sessions begin with, and the callers
// that act for it. customers/tenants/api-keys.ts finds the customer by key or by member.
import type { AgeTarget } from './rules/age/age-margin.ts';
import type { PolicySettings } from './rules/law/applicable-law.ts';
import type { AcceptSettings } from './rules/opening/accepted.ts';
import type { ReviewRules } from './rules/review/review-state.ts';
import type { DocumentRules } from './rules/document/document-state.ts';
import type { Theme } from './rules/opening/session-request.ts';
import type { Residency } from '../terms/residency.ts';

/** A customer's settings that apply to all of its sessions. */
export interface SessionRules {
  /** Allowed origins of callback URLs; empty if any origin is allowed. */
  callbackOrigins: readonly string[];
  defaultLocale?: string;
  defaultTheme?: Theme;
  /** The method for every session, regardless of the method that a request specifies. */
  requiredMethod?: 'document' | 'facial';
  accept: AcceptSettings;
  /** The rules for documents; absent when all types of documents and the step-up are allowed. */
  documents?: DocumentRules;
  /** The rules for reviews; absent when the customer does not use them (D-95). */
  reviews?: ReviewRules;
  /**
   * How long faces are kept so that they can be blocked; absent when they are not kept (D-100).
   */
  keepFacesDays?: number;
  /** The law to apply; absent when a law is applied only on request (D-157). */
  policy?: PolicySettings;
}

/** A customer with the settings for new sessions, in live or test mode. */
export interface Customer {
  test: boolean;
  tenant: {
    id: string;
    name: string;
    /** Where the Durable Objects with data of the customer's visitors are stored (D-172). */
    residency: Residency;
    color?: string;
    logo?: string;
    /** An unsaved logo that a preview session displays (D-115); it has no URL. */
    triedLogo?: string;
    alternativeUrl?: string;
    contact?: string;
    /** The controller's name as shown to visitors, instead of `name`. */
    controllerName?: string;
    /** The unpublished texts of a session that previews them (D-123). */
    preview?: { privacyUrl?: string | null };
    /** Origins that may embed the hosted page and use publishable keys. */
    embedOrigins: string[];
    ageMarginYears?: number;
    /**
     * The maximum percentage of people up to five years below the required age who may pass; used
     * instead of a margin (D-84).
     */
    ageTarget?: AgeTarget;
    /** The maximum number of failed sessions per user id in 24 hours; 0 for no limit (D-55). */
    attemptCap: number;
    retentionDays: number;
  };
  /** The customer's rules for sessions; absent when it has none. */
  rules?: SessionRules;
  /** Whether the customer has blocked faces in this mode (D-100). */
  blocksFaces?: boolean;
  /** The types of wallet document for which the operator has configured trust anchors. */
  walletDocTypes?: readonly string[];
}

/** A caller that acts for a customer: its backend (`secret`) or its page (`publishable`). */
export interface Principal extends Customer {
  kind: 'secret' | 'publishable';
  /** The key's id, `key_…`. */
  keyId?: string;
  /**
   * Whether an email address of the customer's staff is confirmed; until then the number of
   * sessions is limited (D-64).
   */
  isProven: boolean;
  /**
   * Whether operators have suspended the customer: the key is valid, but calls are refused (D-116).
   */
  isSuspended?: true;
}
