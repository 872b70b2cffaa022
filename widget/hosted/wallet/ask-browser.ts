// Sends a request to a wallet through the browser (W3C Digital Credentials).
import type { OpenOffer } from './requests.ts';

/** The credential that the browser returns. */
interface DigitalCredential extends Credential {
  protocol: string;
  data: unknown;
}

interface DigitalRequest extends CredentialRequestOptions {
  digital: { requests: OpenOffer['requests'] };
}

/**
 * Asks a wallet for a credential. Must be called while a button press is being handled, because
 * browsers otherwise refuse the request. If there is no wallet, some browsers never resolve the
 * request.
 * @param signal ends the wait
 * @returns the response for the service; undefined when the visitor, the browser or the wallet
 *   declined
 */
export async function askBrowser(
  { requests }: OpenOffer,
  signal: AbortSignal,
): Promise<{ protocol: string; data: unknown } | undefined> {
  const options: DigitalRequest = { mediation: 'required', signal, digital: { requests } };
  try {
    const answer = (await navigator.credentials.get(options)) as DigitalCredential | null;
    return answer ? { protocol: answer.protocol, data: answer.data } : undefined;
  } catch {
    return undefined;
  }
}
