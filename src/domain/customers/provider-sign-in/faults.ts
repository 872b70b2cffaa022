// The reasons why a sign-in with a staff identity provider can fail. The console has a text for
// each of them; a failed sign-in changes nothing.

export const SSO_FAULTS = [
  /** This browser did not begin a sign-in, or the sign-in has expired or is already finished. */
  'not_begun',
  'other_browser',
  'declined',
  'provider_down',
  /** The provider rejected our client, its secret, or the code. */
  'provider_refused',
  'token_expired',
  /** The signature, issuer, audience or nonce is wrong. */
  'token_not_valid',
  'setting_changed',
  'email_missing',
  'email_unverified',
  'foreign_domain',
  'domain_lapsed',
  'subject_changed',
  'other_team',
  'not_invited',
  'deactivated',
  'suspended',
] as const;

export type SsoFault = (typeof SSO_FAULTS)[number];

/** The error that ends a sign-in with a staff identity provider. */
export class SsoRefused extends Error {
  override readonly name = 'SsoRefused';
  readonly fault: SsoFault;

  constructor(fault: SsoFault) {
    super(fault);
    this.fault = fault;
  }
}
