// States of the face check (D-97), and of checks for a site that compares or stores faces (D-100).
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import { ended, inLiveness, sessionView, SITE } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

const READY = '.engine[data-phase="ready"]';

const faceCheck = (face: 'enroll' | 'verify') =>
  ({ measured: 'edge', request: { purpose: 'face_check', face, mode: 'auto' } }) as const;
const shown = faceCheck('verify');

/** A site that compares faces with the faces it has blocked, and stores them for 30 days. */
const strict = {
  measured: 'edge',
  privacy: {
    ...sessionView().privacy,
    faces: {
      site: SITE.name,
      compared: true,
      kept_days: 30,
      contact: 'datenschutz@linden.example',
    },
  },
} satisfies Partial<SessionView>;

const welcome = (name: string, changes: Partial<SessionView>): GalleryState => ({
  name,
  answers: { open: { view: sessionView(changes) } },
  isTall: true,
  shows: READY,
});

const verdict = (name: string, view: SessionView): GalleryState => ({
  name,
  answers: { open: { view } },
  shows: '[data-page="verdict"] [data-outcome]',
});

export const FACE: readonly GalleryState[] = [
  welcome('welcome-face', shown),
  welcome('welcome-face-enroll', faceCheck('enroll')),
  welcome('welcome-faces-compared', strict),
  {
    name: 'face-movement',
    answers: {
      open: { view: inLiveness(shown) },
      'liveness/challenge': {
        data: {
          challenge_id: 'a-challenge',
          nonce: 'a-nonce',
          actions: ['turn_left'],
          expires_in_ms: 60_000,
        },
      },
    },
    reach: pressMain,
    shows: '[data-message="turn_left"]',
  },
  {
    name: 'face-look-straight',
    answers: { open: { view: sessionView({ ...shown, step: 'face', age_nonce: 'a-nonce' }) } },
    camera: 'turned',
    engine: { face: { pose: { yaw: 30, pitch: 0, roll: 0 } } },
    reach: pressMain,
    shows: '[data-page="age"] [data-message="look_straight"]',
  },
  verdict('verdict-face', ended('success', undefined, shown)),
  verdict('verdict-incomplete', ended('failed', undefined, strict)),
];
