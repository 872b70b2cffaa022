// Determines the step that the person still has to complete before a site's request may be
// fulfilled. The authorize, sign-in and consent steps each determine it again, because the browser
// controls what happens in between.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { isLoopback } from '../../../network/public-host.ts';
import type { AuthorizationRequest } from '../../openid/grants/authorization-request.ts';
import { hasShownFace } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { AGE_BRACKETS, shownBrackets } from '../../terms/age-bracket.ts';
import { isAtLeast, VERIFICATION_LEVELS } from '../../terms/age-proof.ts';
import { permissionsOf, readAgreement } from '../../terms/agreement.ts';
import { allowsFace, isByFace } from '../../terms/authentication.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import type { KnownPerson } from './known-person.ts';

/**
 * `sign_in`: the browser is not signed in. `fresh_sign_in`: it is signed in, but as a different
 * person, by face although the site refuses sign-ins by face, or less recently than the request
 * requires. `show_face`: the person must show the face enrolled for the account before their age is
 * shared. `select_account`, `consent`, `verify_age` and `raise_level` happen on the consent page,
 * which displays the account, offers to switch to a different one and, if an age or a level is
 * missing, offers to verify the age first. `raise_level`: the person agreed to the request, but
 * their age was not verified at the level that the request requires. `leave`: a code may be issued.
 */
export type NextStep =
  | 'sign_in'
  | 'fresh_sign_in'
  | 'show_face'
  | 'select_account'
  | 'consent'
  | 'verify_age'
  | 'raise_level'
  | 'leave';

type Request = Pick<
  AuthorizationRequest,
  | 'scope'
  | 'ageThresholds'
  | 'prompt'
  | 'maxAgeSeconds'
  | 'subject'
  | 'requestedAtMs'
  | 'acrValues'
  | 'refusesFace'
>;

export interface KnownFacts {
  signIn:
    | {
        account: Pick<SignIn['account'], 'subject'>;
        session: Pick<SignIn['session'], 'authenticatedAtMs' | 'amr'>;
      }
    | undefined;
  /** The earlier agreement with this site (domain/terms/agreement.ts). */
  agreedScope?: readonly string[];
  /** Whether the person agrees to exactly this request. */
  isApproved?: boolean;
  /** Whether the account has a verified age; undefined when it does not matter. */
  hasVerifiedAge?: boolean;
  /**
   * Whether the account's age has to be verified again before it counts at this site; undefined
   * when it does not matter.
   */
  isAgeDue?: boolean;
  /** Whether the account's face has to be shown first; undefined when it does not matter. */
  isFaceDue?: boolean | undefined;
  /**
   * Whether the person's age has the level that the request requires; undefined when it requires
   * none.
   */
  meetsLevel?: boolean | undefined;
  nowMs: number;
}

/**
 * Determines what the person has to do next. Pure.
 * @returns the first missing step (OIDC Core 3.1.2.3, 3.1.2.4)
 */
export function nextStep(request: Request, facts: KnownFacts): NextStep {
  const { scope, prompt } = request;
  if (facts.signIn === undefined) return 'sign_in';
  if (!isSignInEnough(request, facts.signIn, facts.nowMs)) return 'fresh_sign_in';
  if (facts.isFaceDue === true) return 'show_face';
  const agreedTo = facts.meetsLevel === false ? 'raise_level' : 'leave';
  if (facts.isApproved === true) return agreedTo;
  // OIDC Core 3.1.2.1: `consent` and `select_account` prompt the person despite a remembered
  // decision.
  const mustAsk = prompt.includes('consent') || prompt.includes('select_account');
  const agreed = readAgreement(facts.agreedScope ?? []);
  const isAgeRequested = scope.includes('age_verification');
  // A remembered consent does not cover an age that no longer counts: the person may verify it
  // again, or continue without an age.
  if (!mustAsk && isAgeRequested && facts.isAgeDue === true) return 'verify_age';
  if (!mustAsk && permissionsOf(request).every((one) => agreed.includes(one))) return agreedTo;
  if (isAgeRequested && facts.hasVerifiedAge === false) return 'verify_age';
  return prompt.includes('select_account') ? 'select_account' : 'consent';
}

/**
 * Whether a sign-in meets the request: it must be by the person that the hint identifies, and not
 * by face if the site refuses sign-ins by face (D-99). If it happened before the request, the
 * request must not have `prompt=login`, and the sign-in must be no older than `max_age` (OIDC Core
 * 3.1.2.1).
 */
function isSignInEnough(
  { subject, requestedAtMs, prompt, maxAgeSeconds, ...methods }: Request,
  { account, session }: NonNullable<KnownFacts['signIn']>,
  nowMs: number,
): boolean {
  if (subject !== undefined && subject !== account.subject) return false;
  if (isByFace(session.amr) && !allowsFace(methods)) return false;
  if (session.authenticatedAtMs >= requestedAtMs) return true;
  if (prompt.includes('login')) return false;
  return maxAgeSeconds === undefined || nowMs - session.authenticatedAtMs <= maxAgeSeconds * 1000;
}

/**
 * Like nextStep, but accepts a person instead of the facts.
 * @param person the person, including their agreements with the request's site
 */
export function nextStepOf(
  ctx: Pick<Context, 'config' | 'now'>,
  request: AuthorizationRequest,
  person: KnownPerson | undefined,
): NextStep {
  if (person === undefined) return 'sign_in';
  return nextStep(request, {
    ...factsOf(ctx, request, person),
    agreedScope: agreedScopeOf(ctx, request, person),
  });
}

/** Determines the facts that matter for a request, except for the agreement. */
export const factsOf = (
  ctx: Pick<Context, 'now'>,
  request: AuthorizationRequest,
  person: KnownPerson,
): Pick<KnownFacts, 'isFaceDue' | 'isAgeDue' | 'meetsLevel' | 'nowMs'> & {
  signIn: KnownPerson;
} => ({
  signIn: person,
  isFaceDue: isFaceDue(person, request),
  isAgeDue: person.isAgeDue === true,
  meetsLevel: request.level === undefined ? undefined : showsAge(person.age, request),
  nowMs: ctx.now(),
});

/**
 * Whether the claims for this request would show an age that was verified at or above the level
 * that the request requires.
 */
export const showsAge = (
  age: VerifiedAge | undefined,
  {
    ageThresholds = AGE_BRACKETS,
    level = 'ml',
  }: Pick<AuthorizationRequest, 'ageThresholds' | 'level'>,
): boolean =>
  age !== undefined &&
  shownBrackets(age.bracket, ageThresholds).length > 0 &&
  isAtLeast(VERIFICATION_LEVELS, age.level, level);

/**
 * Whether the person has to show the account's face before its age is shared (D-104): this is the
 * case if the age was verified before the request, and the face has not been shown in the ten
 * minutes before the request or since. Without an age there is nothing to share.
 * @returns undefined when the site does not require the face
 */
function isFaceDue(
  { session, age }: KnownPerson,
  { ownerFace, requestedAtMs }: AuthorizationRequest,
): boolean | undefined {
  if (ownerFace !== true) return undefined;
  if (hasShownFace(session, requestedAtMs - LIFETIMES.freshSignInMs)) return false;
  return age !== undefined && age.verifiedAtMs < requestedAtMs;
}

/**
 * Finds the person's agreement with this site at the same host (S-25). Agreements are not
 * remembered for loopback addresses: any program on the person's machine could listen there (RFC
 * 8252 8.6, Doorkeeper CVE-2023-34246). A service that itself runs on a developer's machine trusts
 * that machine.
 */
function agreedScopeOf(
  { config }: Pick<Context, 'config'>,
  { clientId, redirectUri }: AuthorizationRequest,
  { agreed, clientId: agreedWith }: KnownPerson,
): readonly string[] {
  const { host, hostname } = new URL(redirectUri);
  if (agreedWith !== clientId || (isLoopback(hostname) && !config.isLocal)) return [];
  return agreed[host] ?? [];
}
