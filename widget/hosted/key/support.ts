// Whether this browser can do something with an age key, in this page. Nothing is offered that cannot work here.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
} from '@simplewebauthn/browser';
import { isFramed } from '../requests/api.ts';

interface WithPolicy extends Document {
  featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/** In a frame only where the page around it has said so. */
export function canUseKeys(): boolean {
  const policy = (document as WithPolicy).featurePolicy;
  const isAllowed = policy?.allowsFeature('publickey-credentials-get') ?? true;
  return browserSupportsWebAuthn() && (!isFramed() || isAllowed);
}

/** In a page of ours alone, and with a screen lock. */
export const canMakeKeys = async (): Promise<boolean> =>
  !isFramed() && (await platformAuthenticatorIsAvailable());

/** Whether keys are offered in a field, by the browser itself. Frames have no such field. */
export const hasField = async (): Promise<boolean> =>
  !isFramed() && (await browserSupportsWebAuthnAutofill());
