// What a person's yes consists of, as a grant keeps it and tokens repeat it. Pure.
import type { SignIn } from '../sessions/sign-in.ts';
import { acrOf, type Acr } from '../terms/authentication.ts';
import type { AuthorizationRequest } from './request.ts';

export interface Approval {
  accountId: number;
  /** `xid_…`. */
  subject: string;
  /** `sid`: the browser it was given in. */
  sessionId: string;
  /** `auth_time`; stays the same over every refresh (S-10). */
  authenticatedAtMs: number;
  amr: string[];
  acr: Acr;
}

/** Everything tokens of a grant are made from. */
export interface GrantFacts {
  request: AuthorizationRequest;
  approval: Approval;
}

export function approvalOf({ account, session }: SignIn): Approval {
  return {
    accountId: account.id,
    subject: account.subject,
    sessionId: session.id,
    authenticatedAtMs: session.authenticatedAtMs,
    amr: session.amr,
    acr: acrOf(session.amr),
  };
}
