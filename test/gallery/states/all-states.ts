// Every state of the hosted page, in the order of the contact sheets.
import type { GalleryState } from '../support/gallery-state.ts';
import { ACCOUNT } from './account.ts';
import { CAMERA, WELCOME } from './before-camera.ts';
import { AGE, LIVENESS } from './capture.ts';
import { DOCUMENT } from './document.ts';
import { BLOCKED, RETRY, VERDICTS } from './endings.ts';
import { FACE } from './face.ts';
import { KEYS } from './key.ts';
import { OWN_PACE } from './own-pace.ts';
import { PASSES } from './passes.ts';
import { REVIEW } from './review.ts';
import { TWO_DEVICES } from './two-devices.ts';
import { WALLETS } from './wallet.ts';
import { WAYS } from './ways.ts';

/** States that differ from another state only in a short line or in the camera's picture. */
const ALIKE = [
  'welcome-saving-data',
  'welcome-agreed',
  'welcome-sending',
  'camera-asking',
  'camera-unknown',
  'two-faces',
  'too-dark',
  'too-far',
  'too-close',
  'off-center',
  'look-straight',
  'rear-camera',
  'turn-right',
  'look-up',
  'look-down',
  'other-way',
  'movement-second',
  'movements-sent',
  'age-look-straight',
  'age-sent',
  'face-movement',
  'face-look-straight',
  'retry-document-not-accepted',
  'retry-portrait-unclear',
  'review-sending',
  'retry-no-face',
  'retry-too-fast',
  'retry-timed-out',
  'blocked-server',
  'blocked-too-many',
  'verdict-staying',
  'verdict-contest-refused',
  'verdict-expired',
  'verdict-receipt-phone',
  'welcome-reuse-failed',
  'verdict-keep-phone',
  'verdict-keep-failed',
  'welcome-key-refused',
  'verdict-key-failed',
  'welcome-pass-failed',
  'verdict-passes-failed',
];

export const STATES: readonly GalleryState[] = [
  ...WELCOME,
  ...WALLETS,
  ...WAYS,
  ...CAMERA,
  ...LIVENESS,
  ...AGE,
  ...DOCUMENT,
  ...REVIEW,
  ...FACE,
  ...OWN_PACE,
  ...TWO_DEVICES,
  ...RETRY,
  ...BLOCKED,
  ...VERDICTS,
  ...ACCOUNT,
  ...KEYS,
  ...PASSES,
].map((state) => (ALIKE.includes(state.name) ? { ...state, isAlike: true } : state));
