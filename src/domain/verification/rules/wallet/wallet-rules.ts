// Determines whether a new session may request a proof from a wallet, and which credentials it
// accepts (D-151). Pure.
import { CREDENTIALS, type Credential, elementFor } from '../../../../wallet/age-claims.ts';
import type { SessionRequest } from '../opening/session-request.ts';
import type { WalletRules } from './wallet-state.ts';

/**
 * The age in years that an account's own check, which has no gate, requires from a wallet: every
 * credential can prove it.
 */
const DEFAULT_GATE = 18;

/** @param docTypes the types of document for which the operator has configured trust anchors */
export const credentialsOf = (docTypes: readonly string[]): Credential[] =>
  (Object.keys(CREDENTIALS) as Credential[]).filter((credential) =>
    docTypes.includes(CREDENTIALS[credential].docType),
  );

/**
 * @param request the request, with the settings already applied to its `mode`
 * @param trusted the credentials for which the operator has configured trust anchors
 * @returns undefined when no wallet could prove the required age, in which case the session accepts
 *   none
 */
export function walletRules(
  request: Pick<SessionRequest, 'mode' | 'purpose' | 'gate' | 'thresholds'>,
  trusted: readonly Credential[],
): WalletRules | undefined {
  const { mode, purpose, thresholds } = request;
  if (mode !== 'auto' || purpose !== 'age_verification') return undefined;
  const gate = request.gate ?? thresholds?.find((years) => years === DEFAULT_GATE);
  if (gate === undefined) return undefined;
  const credentials = trusted.filter((one) => elementFor(one, gate) !== undefined);
  return credentials.length === 0 ? undefined : { gate, credentials };
}
