// What this browser can do with an age key on this page. Only actions that can work are offered.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
} from '@simplewebauthn/browser';
import { isFramed } from '../requests/api.ts';

interface WithPolicy extends Document {
  featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/** Whether keys can be used on this page; in a frame, only if the surrounding page allows it. */
export function canUseKeys(): boolean {
  const policy = (document as WithPolicy).featurePolicy;
  const isAllowed = policy?.allowsFeature('publickey-credentials-get') ?? true;
  return browserSupportsWebAuthn() && (!isFramed() || isAllowed);
}

/**
 * Whether a key can be created on this page: only on a top-level page of this service, and only on
 * a device with a screen lock.
 */
export const canMakeKeys = async (): Promise<boolean> =>
  !isFramed() && (await platformAuthenticatorIsAvailable());

/**
 * Whether the browser can offer keys in a field's autofill list. In a frame, the page has no such
 * field.
 */
export const hasField = async (): Promise<boolean> =>
  !isFramed() && (await browserSupportsWebAuthnAutofill());
