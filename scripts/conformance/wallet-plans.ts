// The suite's plans for a verifier of wallet proofs (OpenID4VP 1.0), which have not been run yet
// (docs/sign-in.md), their configurations, and the expected results. Pure.
import { CREDENTIALS, type Credential } from '../../src/wallet/age-claims.ts';
import type { WalletIssuer } from './wallet-issuer.ts';

/**
 * The credential that each configuration requests, an mdoc or an SD-JWT VC. The suite's wallet
 * holds both formats.
 */
export const WALLET_CONFIGURATIONS = {
  'agate-wallet-mdl': { credential: 'mdl', format: 'iso_mdl' },
  'agate-wallet-pid': { credential: 'pid', format: 'sd_jwt_vc' },
} as const satisfies Record<string, { credential: Credential; format: string }>;
export type WalletConfiguration = keyof typeof WALLET_CONFIGURATIONS;

const RESPONSE_MODES = ['direct_post', 'direct_post.jwt'] as const;

/**
 * The plans, as arguments of the suite's `run-test-plan.py`. They test unsigned requests that are
 * passed in the link itself, as the service creates them. The plan for HAIP requires signed
 * requests by reference, which the service does not support.
 */
export const WALLET_PLANS: readonly (readonly [plan: string, name: WalletConfiguration])[] = (
  Object.keys(WALLET_CONFIGURATIONS) as WalletConfiguration[]
).flatMap((name) =>
  RESPONSE_MODES.map((mode) => {
    const { format } = WALLET_CONFIGURATIONS[name];
    const variants = `[vp_profile=plain_vp][credential_format=${format}][client_id_prefix=redirect_uri][request_method=url_query][response_mode=${mode}]`;
    return [`oid4vp-1final-verifier-test-plan${variants}`, name] as const;
  }),
);

/** The URL at which the suite's wallet waits. It replaces `openid4vp://` in our links. */
export const walletAddress = (suite: string, name: WalletConfiguration): string =>
  `${suite}/test/a/${name}/authorize`;

/** @returns the suite's configuration */
export const walletConfiguration = (
  name: WalletConfiguration,
  { signingJwk }: Pick<WalletIssuer, 'signingJwk'>,
) => ({
  alias: name,
  description: 'Agate, as npm run conformance prepared it',
  credential: { signing_jwk: signingJwk },
  waitTimeoutSeconds: 5,
});

/** Returns the row of `wallet_anchors` for the authority that issues the suite's credentials. */
export const anchorRow = ({ certificate, sha256, notAfterMs }: WalletIssuer, nowMs: number) => ({
  id: 'wan_conformance',
  name: 'Conformance suite',
  certificate,
  sha256,
  subject: 'CN=Conformance authority',
  doc_types: JSON.stringify(
    Object.values(WALLET_CONFIGURATIONS).map(({ credential }) => CREDENTIALS[credential].docType),
  ),
  not_after_ms: notAfterMs,
  added_at_ms: nowMs,
});

/**
 * Modules that should succeed but cannot, because the suite's credential contains no age: it
 * contains a name and a date of birth, and we request neither.
 */
const WITHOUT_AN_AGE = [
  'oid4vp-1final-verifier-happy-flow',
  'oid4vp-1final-verifier-minimal-cnf-jwk',
];

/** The content of the file for `--expected-failures-file`. */
export const WALLET_PROBLEMS = WITHOUT_AN_AGE.map((name) => ({
  'test-name': name,
  variant: '*',
  'configuration-filename': '*agate-wallet-pid.json',
  'current-block': '*',
  condition: 'EnsureHttpStatusCodeIs200',
  'expected-result': 'failure',
  comment:
    'The PID of the suite has no age_equal_or_over: it is refused as under_disclosed, and so are the false ones, for that reason first.',
}));
