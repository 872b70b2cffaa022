// Decides whether the page offers to continue on a phone, and how prominently. Pure.
import type { CameraState } from '../state/flow.ts';
import type { SessionView } from '../requests/wire.ts';

interface Surroundings {
  /** Whether this device is itself a phone. */
  isPhone: boolean;
  /** Whether the browser lists a camera; undefined until the browser has answered. */
  hasCamera: boolean | undefined;
  /**
   * The phone's operating system if the page is open in an in-app browser; the page then offers to
   * continue in the phone's own browser.
   */
  inApp: 'ios' | 'android' | undefined;
}

/** `quiet`: offered as an alternative. `prominent`: offered as the main way to continue. */
export type Offer = 'none' | 'quiet' | 'prominent';

/** A touch device counts as a phone if the shorter side of its screen is below this. */
const PHONE_SCREEN_PX = 600;

/** @param screen the device's screen size, in CSS pixels */
export function isPhoneSized(
  hasCoarsePointer: boolean,
  screen: { width: number; height: number },
): boolean {
  return hasCoarsePointer && Math.min(screen.width, screen.height) < PHONE_SCREEN_PX;
}

/**
 * Decides how prominently to offer a phone; the visitor can always decline. A visitor on a phone is
 * offered another phone only if the phone's camera fails, and a visitor in an in-app browser is
 * offered the phone's own browser. From the movements to the frontal pictures, the session stays on
 * the same device, because the same person must be in both.
 */
export function offerOf(
  view: SessionView,
  camera: CameraState,
  { isPhone, hasCamera, inApp }: Surroundings,
): Offer {
  if (view.device === 'phone' || ['age', 'face', 'done'].includes(view.step)) return 'none';
  const failed = camera !== 'off' && camera !== 'asking' && camera !== 'live';
  if (inApp !== undefined) return failed ? 'prominent' : 'quiet';
  if (isPhone) return failed ? 'quiet' : 'none';
  if (failed || hasCamera === false) return 'prominent';
  return 'quiet';
}
