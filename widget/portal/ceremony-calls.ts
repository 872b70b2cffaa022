// Calls to the server during a passkey ceremony.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

export class CeremonyRefused extends Error {
  override readonly name = 'CeremonyRefused';
  /** The error code from the response envelope. */
  readonly code: string;

  constructor(code: string) {
    super('refused');
    this.code = code;
  }
}

interface Begun {
  ceremony: string;
  options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
}

/**
 * @param kind the kind of ceremony: `sign-in`, `sign-up` or `add`
 * @throws CeremonyRefused when the server refuses; if the server requires a fresh sign-in, the page
 *   also navigates to the sign-in page
 */
export async function callServer(kind: string, step: 'begin', body: object): Promise<Begun>;
export async function callServer(
  kind: string,
  step: 'finish',
  body: object,
): Promise<{ continue: string }>;
export async function callServer(kind: string, step: string, body: object): Promise<unknown> {
  const answer = await fetch(`/signin/passkey/${kind}/${step}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as Envelope;
  if (envelope.success) return envelope.data;
  const { code } = envelope.error;
  if (code === 'FRESH_SIGN_IN_REQUIRED') {
    const query = new URLSearchParams({ fresh: '1', continue: location.pathname });
    location.assign(`/signin?${query.toString()}`);
  }
  throw new CeremonyRefused(code);
}

type Envelope = { success: true; data: unknown } | { success: false; error: { code: string } };
