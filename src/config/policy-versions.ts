// Versions of the rules for judging checks at the edge, with the day of each release (D-161);
// docs/receipts.md lists the changes.
import released from '../../data/policy-versions.json' with { type: 'json' };

/** The released versions, oldest first; several may have been released on the same day. */
export const POLICY_VERSIONS: readonly { version: string; from: string }[] = released.versions;
