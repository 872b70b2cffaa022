// When the page offers to go on at a phone, and how loudly. Pure.
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import type { CameraState } from '../flow.ts';

export interface Surroundings {
  /** A device held in a hand: it is the phone already. */
  isPhone: boolean;
  /** Whether the browser knows of a camera; undefined until it was asked. */
  hasCamera: boolean | undefined;
}

/** `quiet` is a way aside, `prominent` the way that will work. */
export type Offer = 'none' | 'quiet' | 'prominent';

/** A screen smaller than this on its shorter side fits a hand. */
const PHONE_SCREEN_PX = 600;

/** @param screen of the device, in CSS pixels */
export function isPhoneSized(
  hasCoarsePointer: boolean,
  screen: { width: number; height: number },
): boolean {
  return hasCoarsePointer && Math.min(screen.width, screen.height) < PHONE_SCREEN_PX;
}

/**
 * Always by choice. A phone is offered another phone only when its own camera fails; and once the movements
 * are done the person stays where they were done, for one person must do both.
 */
export function offerOf(
  view: SessionView,
  camera: CameraState,
  { isPhone, hasCamera }: Surroundings,
): Offer {
  if (view.device === 'phone' || view.step === 'age' || view.step === 'done') return 'none';
  const failed = camera !== 'off' && camera !== 'asking' && camera !== 'live';
  if (isPhone) return failed ? 'quiet' : 'none';
  if (failed || hasCamera === false) return 'prominent';
  return 'quiet';
}
