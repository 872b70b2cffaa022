// Asks a wallet by the browser (W3C Digital Credentials).
import type { OpenOffer } from './requests.ts';

/** What the browser gives back. */
interface DigitalCredential extends Credential {
  protocol: string;
  data: unknown;
}

interface DigitalRequest extends CredentialRequestOptions {
  digital: { requests: OpenOffer['requests'] };
}

/**
 * Has to be called while a press is handled, since browsers refuse otherwise. Some never answer where there is no wallet.
 * @param signal ends the waiting
 * @returns the answer for the service; undefined when the person, the browser or the wallet declined
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
