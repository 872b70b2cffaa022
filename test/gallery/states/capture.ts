// States in front of the camera: finding the face, each movement, and the age estimate.
import type { Page } from 'playwright-core';
import type { Action, Move, Pose } from '../../../src/vision/face/challenge.ts';
import { type Face, show } from '../support/fake-engine.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import { inAge, inLiveness } from '../support/session-views.ts';
import type { CameraScene } from '../support/stand-in-camera.ts';
import { pressMain } from './before-camera.ts';

const message = (name: string) => `[data-message="${name}"]`;

/**
 * A head turned by these angles, in degrees: a positive `yaw` turns it to the person's left, and a
 * positive `pitch` turns it down.
 */
const turned = (pose: Partial<Pose>): Face => ({ pose: { yaw: 0, pitch: 0, roll: 0, ...pose } });

/** The messages that the page shows while it looks for the face; each message is a state. */
const FRAMING: readonly [string, CameraScene, Face][] = [
  ['no_face', 'nobody', 'nobody'],
  ['two_faces', 'two', { faces: 2 }],
  ['too_dark', 'dark', { brightness: 20 }],
  ['too_far', 'far', { width: 0.1, height: 0.2 }],
  ['too_close', 'close', { width: 0.6, height: 0.95 }],
  ['off_center', 'aside', { x: 0.3, y: 0.6 }],
  ['look_straight', 'turned', turned({ yaw: 20 })],
];

function framing([name, camera, face]: (typeof FRAMING)[number]): GalleryState {
  return {
    name: name.replaceAll('_', '-'),
    answers: { open: { view: inLiveness() } },
    camera,
    engine: { face },
    reach: pressMain,
    shows: message(name),
  };
}

/** A state in which the same message has been shown for half a minute. */
const standing: GalleryState = {
  name: 'too-far-for-long',
  isTall: true,
  answers: { open: { view: inLiveness() } },
  camera: 'far',
  engine: { face: { width: 0.1, height: 0.2 } },
  reach: async (page) => {
    await pressMain(page);
    await page.locator(message('too_far')).waitFor();
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 30_000;
    });
  },
  shows: '.help[open]',
};

/** Waits until the ring no longer grows, even on a busy machine. */
async function untilStill(page: Page): Promise<void> {
  const ring = page.locator('.ring');
  for (let before, still = 0; still < 4;) {
    const now = await ring.getAttribute('stroke-dasharray');
    still = now === before ? still + 1 : 0;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** A selector, and the face that the engine reports once the page shows a matching element. */
type Cue = readonly [shows: string, face: Face];

/** Turns the camera on and follows the instructions. */
async function obey(page: Page, moves: readonly Cue[]): Promise<void> {
  await pressMain(page);
  for (const [shows, face] of moves) {
    await page.locator(shows).waitFor();
    await show(page, face);
  }
}

function moving(
  name: string,
  actions: readonly Move[],
  moves: readonly Cue[],
  shows: string,
): GalleryState {
  const challenge = { challenge_id: 'a-challenge', actions, expires_in_ms: 60_000 };
  return {
    name,
    answers: {
      open: { view: inLiveness() },
      'liveness/challenge': { data: challenge },
      liveness: 'pending',
    },
    reach: (page) => obey(page, moves),
    shows,
  };
}

/**
 * A state in which the head is turned but the movement is not complete, so that the page shows a
 * hint. At 60 % of the required angle the ring is half full.
 */
const towards = (name: string, action: Action, pose: Partial<Pose>) =>
  moving(
    name,
    [action, 'look_down'],
    [[message(action), turned(pose)]],
    `[data-action="${action}"] ~ .hint:not(:empty)`,
  );

const FIRST: readonly Cue[] = [
  [message('turn_left'), turned({ yaw: 20 })],
  [message('return'), {}],
];

/** Two states of a gesture: on the way to its peak, and on the way back. */
function gesture(name: string, action: Move, halfway: Face, there: Face): GalleryState[] {
  const asked = message(action);
  return [
    moving(name, [action, 'look_up'], [[asked, halfway]], `${asked} ~ .hint:not(:empty)`),
    moving(`${name}-back`, [action, 'look_up'], [[asked, there]], '.hint:not(:empty)'),
  ];
}

/**
 * The person has reported that they cannot open their mouth, and another challenge is requested.
 */
const leftOut: GalleryState = {
  ...moving(
    'gesture-left-out',
    ['open_mouth', 'look_up'],
    [],
    '[data-message="hold_still"] ~ .hint:not(:empty)',
  ),
  reach: async (page) => {
    await pressMain(page);
    await page.locator(message('open_mouth')).waitFor();
    await show(page, 'silence');
    await page.locator('.capture-bar .button').nth(1).click();
  },
};

/**
 * A state of a check that is measured at the edge and whose challenge lights the face with colours
 * on the screen.
 */
function lit(reach: (page: Page) => Promise<void>, shows: string, name: string): GalleryState {
  const light = Array.from({ length: 6 }, () => 'magenta');
  const challenge = {
    challenge_id: 'a-challenge',
    nonce: 'a-nonce',
    actions: ['turn_left'],
    light,
  };
  return {
    name,
    answers: {
      open: { view: inLiveness({ measured: 'edge' }) },
      'liveness/challenge': { data: { ...challenge, expires_in_ms: 60_000 } },
    },
    reach,
    shows,
  };
}

/** Keeps the first colour on the screen, although the next one is due in half a second. */
async function keepFirstColour(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === 500 ? 0 : later(run, ms)),
    });
  });
  await pressMain(page);
  await page.locator(':root[style*="255 182 255"]').waitFor();
}

export const LIVENESS: readonly GalleryState[] = [
  {
    name: 'hold-still',
    answers: { open: { view: inLiveness() }, 'liveness/challenge': 'pending' },
    reach: pressMain,
    shows:
      '.instruction-box:has([data-message="hold_still"]) ~ .stage [stroke-dasharray="100 100"]',
  },
  ...FRAMING.map(framing),
  standing,
  {
    name: 'no-picture',
    answers: { open: { view: inLiveness() } },
    camera: 'stalled',
    waits: 'hurried',
    reach: pressMain,
    shows: message('no_picture'),
  },
  {
    name: 'too-slow',
    answers: { open: { view: inLiveness() } },
    pictureMs: 250,
    reach: pressMain,
    shows: message('too_slow'),
  },
  {
    ...moving('rear-camera', ['turn_left', 'look_up'], [], message('turn_left')),
    camera: 'rear',
  },
  {
    ...moving('movement-first', ['turn_left', 'look_up'], [], message('turn_left')),
    camera: 'several',
  },
  towards('turn-left', 'turn_left', { yaw: 9.6 }),
  towards('turn-right', 'turn_right', { yaw: -9.6 }),
  towards('look-up', 'look_up', { pitch: -9.6 }),
  towards('look-down', 'look_down', { pitch: 9.6 }),
  towards('other-way', 'turn_left', { yaw: -12 }),
  ...gesture('open-mouth', 'open_mouth', { mouth: 0.2 }, { mouth: 0.5 }),
  ...gesture('come-closer', 'come_closer', { width: 0.38 }, { width: 0.46, height: 0.76 }),
  leftOut,
  moving('return', ['turn_left', 'look_up'], FIRST.slice(0, 1), message('return')),
  moving('movement-second', ['turn_left', 'look_up'], FIRST, message('look_up')),
  moving(
    'movements-sent',
    ['turn_left', 'look_up'],
    [...FIRST, [message('look_up'), turned({ pitch: -20 })], [message('return'), {}]],
    message('one_moment'),
  ),
  lit(keepFirstColour, message('lit'), 'screen-light'),
  lit(
    async (page) => {
      await pressMain(page);
      await page.locator('.button[aria-pressed]').click();
    },
    '.capture:has([aria-pressed="true"]) [data-message="turn_left"]',
    'screen-light-off',
  ),
  {
    ...moving('help', ['turn_left'], [], '.help[open] .tips'),
    isTall: true,
    reach: async (page) => {
      await pressMain(page);
      await page.locator(message('turn_left')).waitFor();
      await page.locator('.help summary').click();
    },
  },
];

export const AGE: readonly GalleryState[] = [
  {
    name: 'age',
    answers: { open: { view: inAge() }, age: 'pending' },
    engine: { pictures: 32 },
    reach: async (page) => {
      await pressMain(page);
      await page.locator('.ring[data-empty="false"]').waitFor();
      // The engine goes silent after 32 pictures, and the ring then stops growing.
      await untilStill(page);
    },
    shows: '[data-page="age"] .ring[data-empty="false"]',
  },
  {
    name: 'age-look-straight',
    answers: { open: { view: inAge() } },
    camera: 'turned',
    engine: { face: turned({ yaw: 30 }) },
    reach: pressMain,
    shows: message('look_straight'),
  },
  {
    name: 'age-sent',
    answers: { open: { view: inAge() }, age: 'pending' },
    reach: pressMain,
    shows: message('one_moment'),
  },
];
