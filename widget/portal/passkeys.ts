// Passkey ceremonies, started with the page's button or from the browser's suggestions in the email
// field (conditional UI). The server's side: src/routes/portal/passkey-ceremonies.ts.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { callServer, CeremonyRefused } from './ceremony-calls.ts';

type Fault = 'canceled' | 'unknown' | 'exists' | 'failed' | 'suspended';

/** The message that the page shows for each of the server's error codes. */
const REFUSALS: Readonly<Record<string, Fault>> = {
  UNAUTHORIZED: 'unknown',
  ACCOUNT_SUSPENDED: 'suspended',
};

export function offerPasskeys(root: Document): void {
  if (!browserSupportsWebAuthn()) return;
  for (const element of root.querySelectorAll<HTMLElement>('[data-with-passkey]'))
    element.hidden = false;
  for (const element of root.querySelectorAll<HTMLElement>('[data-without-passkey]'))
    element.hidden = true;
  for (const block of root.querySelectorAll<HTMLElement>('[data-ceremony]')) offer(block);
}

function offer(block: HTMLElement): void {
  const kind = block.dataset['ceremony'];
  const button = block.querySelector('button');
  block.hidden = false;
  button?.addEventListener('click', () => {
    if (button.ariaDisabled !== 'true') void run(block, () => perform(block, false));
  });
  if (kind === 'sign-in') void offerInField(block);
}

/** Waits until a passkey is chosen in the email field; pressing the button ends the wait. */
async function offerInField(block: HTMLElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  try {
    await perform(block, true);
  } catch (error) {
    // Choosing no passkey is not an error, but the server's refusal of a chosen passkey is.
    if (error instanceof CeremonyRefused) show(block, faultOf(error));
  }
}

async function run(block: HTMLElement, ceremony: () => Promise<void>): Promise<void> {
  show(block, undefined);
  setBusy(block, true);
  try {
    await ceremony();
  } catch (error) {
    show(block, faultOf(error));
    setBusy(block, false);
  }
}

async function perform(block: HTMLElement, inField: boolean): Promise<void> {
  const { ceremony: kind = '', formToken = '', continue: continueTo } = block.dataset;
  const name = document.querySelector<HTMLInputElement>('#display_name')?.value.trim();
  const begin = {
    form_token: formToken,
    ...(kind === 'sign-up' && name && { display_name: name }),
  };
  const { ceremony, options } = await callServer(kind, 'begin', begin);
  const response =
    kind === 'sign-in'
      ? await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField })
      : await startRegistration({ optionsJSON: options });
  const { continue: next } = await callServer(kind, 'finish', {
    form_token: formToken,
    ceremony,
    response,
    ...(continueTo !== undefined && { continue: continueTo }),
  });
  location.assign(next);
}

function faultOf(error: unknown): Fault {
  if (error instanceof CeremonyRefused) return REFUSALS[error.code] ?? 'failed';
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'exists';
  const name = error instanceof Error ? error.name : '';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'canceled' : 'failed';
}

function setBusy(block: HTMLElement, isBusy: boolean): void {
  const button = block.querySelector('button');
  const state = block.querySelector<HTMLElement>('[data-passkey-waiting]');
  if (button) {
    button.ariaDisabled = String(isBusy);
    button.dataset['busy'] = String(isBusy);
  }
  if (state) state.textContent = isBusy ? (state.dataset['passkeyWaiting'] ?? '') : '';
}

function show(block: HTMLElement, fault: Fault | undefined): void {
  for (const text of block.querySelectorAll<HTMLElement>('[data-passkey-fault]'))
    text.hidden = text.dataset['passkeyFault'] !== fault;
}
