// Determines why a wallet's response proves nothing: the wallet Worker refused it, or one of rows 9
// to 11 of the table in D-146 applies. Adds details for developers. Pure.
import { concludeWallet, type Withdrawal } from '../../../../wallet/conclude.ts';
import type {
  RefusalDetails,
  WalletFacts,
  WalletRefusal,
  WalletVerdict,
} from '../../../../wallet/wallet-wire.ts';

export interface RefusedAnswer {
  code: WalletRefusal;
  /** Details for developers, which only test sessions store. */
  details?: RefusalDetails;
}

/** The inputs to rows 9 to 11. */
interface Known {
  /** The session's gate in years. */
  gate: number;
  /** Why row 9 refuses the credential; absent if it does not. */
  withdrawal?: Withdrawal | undefined;
  /** Whether the credential was presented in another session. */
  wasShown: boolean;
}

/**
 * @returns undefined for a response that proves the age; `age_below_threshold` is returned as a
 *   refusal, although it also settles the age
 */
export function refusalOf(verdict: WalletVerdict, known: Known): RefusedAnswer | undefined {
  if (!verdict.ok) return verdict;
  const { facts } = verdict;
  const { gate, withdrawal, wasShown } = known;
  const isRevoked = withdrawal !== undefined;
  const concluded = concludeWallet(facts, { gate, isRevoked, wasShown });
  if (concluded.ok) return undefined;
  const details = { reason: sentenceOf(concluded.code, facts, known), certificate: facts.issuer };
  return { code: concluded.code, details };
}

type LastRow = Extract<ReturnType<typeof concludeWallet>, { ok: false }>['code'];

/**
 * Returns a sentence that explains the refusal to developers. It omits the credential's index in
 * its status list, because the index would identify the credential.
 */
function sentenceOf(code: LastRow, facts: WalletFacts, { gate, withdrawal }: Known): string {
  const { element, value, status } = facts;
  switch (code) {
    case 'revoked':
      return withdrawal === 'listed'
        ? `The status list at ${status?.uri} does not list the credential as valid.`
        : `The status list at ${status?.uri} cannot be read, and WALLET_STATUS_LISTS is refuse.`;
    case 'replayed':
      return 'This single-use attestation was already presented to another session.';
    case 'age_undecided':
      return `${element} is ${value}, which does not answer an age of ${gate}.`;
    case 'age_below_threshold':
      return `${element} is ${value}.`;
  }
}
