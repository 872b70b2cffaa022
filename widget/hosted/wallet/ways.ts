// The ways in which this browser can reach a wallet. The page offers only ways that can work.
import { isPhoneSized } from '../handoff/offering.ts';
import { isFramed } from '../requests/api.ts';
import type { WalletWish } from '../requests/wire.ts';

export type Way = WalletWish['way'];

interface Here {
  /** Whether the browser has the Digital Credentials API and this frame may use it. */
  hasApi: boolean;
  isPhone: boolean;
  isFramed: boolean;
}

/**
 * Returns the ways that can work, best first. An app returns the visitor to a separate page, which
 * has no access to a session in a frame. A computer has no wallet apps, and a phone cannot scan its
 * own screen.
 */
export function waysOf({ hasApi, isPhone, isFramed: isInFrame }: Here): Way[] {
  const ways: Way[] = hasApi ? ['browser'] : [];
  if (!isPhone) return [...ways, 'other_device'];
  return isInFrame ? ways : [...ways, 'same_device'];
}

interface WithPolicy extends Document {
  featurePolicy?: { allowsFeature: (name: string) => boolean };
}

export const waysHere = (): Way[] =>
  waysOf({
    hasApi: hasApi(),
    isPhone: isPhoneSized(matchMedia('(pointer: coarse)').matches, screen),
    isFramed: isFramed(),
  });

/** Whether W3C Digital Credentials are available and allowed by this document's policy. */
function hasApi(): boolean {
  if (!('DigitalCredential' in window)) return false;
  const policy = (document as WithPolicy).featurePolicy;
  return policy?.allowsFeature('digital-credentials-get') ?? true;
}
