// The operations with an age key. Each operation requests a challenge from the service, opens the
// browser's own dialog and sends the response to the service.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import * as api from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';

type Act = NonNullable<SessionView['key']>['act'];

/**
 * Why an operation failed: the service refused the key, the key had already been used five times
 * that day, or the operation was stopped by the visitor, the browser or another error.
 */
export type KeyFault = 'stopped' | 'refused' | 'used_up';

const ask = async <O>(id: string, act: Act, age: number): Promise<O> => {
  const send = () => api.send<{ options: O }>('POST', api.path(id, 'key/options'), { act, age });
  return (await api.repeat(send)).options;
};

/**
 * Sends the browser's response to the service. The request is safe to repeat: the same response
 * counts only once.
 */
const bring = <T>(id: string, path: string, body: object): Promise<T> =>
  api.repeat(() => api.send<T>('POST', api.path(id, path), body));

/**
 * @param name the name under which the visitor's device lists the key
 * @throws an error that `faultOf` turns into a KeyFault
 */
export async function makeKey(id: string, age: number, name: string): Promise<void> {
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>(id, 'make', age);
  const user = { ...options.user, name, displayName: name };
  const response = await startRegistration({ optionsJSON: { ...options, user } });
  await bring(id, 'key', { act: 'make', response });
}

/**
 * @param inField whether to wait until the visitor chooses a key in the page's field (conditional
 *   UI); the wait ends if the visitor presses the button instead
 * @returns the updated session
 * @throws an error that `faultOf` turns into a KeyFault
 */
export async function useKey(id: string, age: number, inField: boolean): Promise<SessionView> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>(id, 'use', age);
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField });
  return bring(id, 'key', { act: 'use', response });
}

/**
 * @returns whether the service knew the chosen key; if it did, the device that holds the key is
 *   notified
 * @throws an error that `faultOf` turns into a KeyFault
 */
export async function forgetKey(id: string, age: number): Promise<boolean> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>(id, 'forget', age);
  const response = await startAuthentication({ optionsJSON: options });
  const { forgotten } = await bring<{ forgotten: boolean }>(id, 'key/forget', { response });
  // The device is not notified about a key that is not a known age key, because it may be the
  // passkey for an account, which the device must keep.
  if (forgotten) await signalUnknownKey(options.rpId ?? '', response.id);
  return forgotten;
}

interface WithSignals {
  signalUnknownCredential?: (about: { rpId: string; credentialId: string }) => Promise<void>;
}

/** Notifies the device, which may then remove the key (WebAuthn Level 3, 5.1.10). */
async function signalUnknownKey(rpId: string, credentialId: string): Promise<void> {
  const { signalUnknownCredential: signal } = PublicKeyCredential as WithSignals;
  await signal?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => undefined);
}

export function faultOf(error: unknown): KeyFault {
  const code = api.codeOf(error);
  if (code === 'TOO_MANY_REQUESTS') return 'used_up';
  return code === 'KEY_INVALID' ? 'refused' : 'stopped';
}
