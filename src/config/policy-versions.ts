// The versions of the rules that judge a check at the edge, with the day of each release (D-161); docs/receipts.md says what changed.
import released from '../../data/policy-versions.json' with { type: 'json' };

/** The oldest first; several may be of one day. */
export const POLICY_VERSIONS: readonly { version: string; from: string }[] = released.versions;
