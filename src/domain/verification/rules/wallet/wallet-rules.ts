// Whether a new session may ask a wallet, and for which credentials (D-151). Pure.
import { CREDENTIALS, type Credential, elementFor } from '../../../../wallet/age-claims.ts';
import type { SessionRequest } from '../opening/session-request.ts';
import type { WalletRules } from './wallet-state.ts';

/** The age that a wallet is asked about where an account's own check has no gate: every wallet has this one. */
const USUAL_GATE = 18;

/** @param docTypes types of documents that an operator trusts issuers of */
export const credentialsOf = (docTypes: readonly string[]): Credential[] =>
  (Object.keys(CREDENTIALS) as Credential[]).filter((credential) =>
    docTypes.includes(CREDENTIALS[credential].docType),
  );

/**
 * @param request `mode` with the settings applied
 * @param trusted credentials that an operator trusts issuers of
 * @returns undefined when no wallet could prove what the session asks for, so that it takes none
 */
export function walletRules(
  request: Pick<SessionRequest, 'mode' | 'purpose' | 'gate' | 'thresholds'>,
  trusted: readonly Credential[],
): WalletRules | undefined {
  const { mode, purpose, thresholds } = request;
  if (mode !== 'auto' || purpose !== 'age_verification') return undefined;
  const gate = request.gate ?? thresholds?.find((years) => years === USUAL_GATE);
  if (gate === undefined) return undefined;
  const credentials = trusted.filter((one) => elementFor(one, gate) !== undefined);
  return credentials.length === 0 ? undefined : { gate, credentials };
}
