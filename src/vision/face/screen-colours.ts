// The colours that the page shows on the whole screen while the head is at rest (D-86), shared by
// the page (which shows them), the session (which chooses a random order of them and judges the
// measurements) and the face Worker (which measures). This file makes no decisions.

/**
 * The colours in sRGB. They are equally light (relative luminance 0.60 to 0.62) and none is a
 * saturated red, so that nothing flashes (WCAG 2.3.1). Within these limits, their effects on a face
 * differ as much as possible.
 */
export const SCREEN_COLOURS = {
  warm: [255, 195, 121],
  cyan: [137, 219, 219],
  magenta: [255, 182, 255],
  green: [150, 222, 130],
} as const;

export type ScreenColour = keyof typeof SCREEN_COLOURS;
export const SCREEN_COLOUR_NAMES = ['warm', 'cyan', 'magenta', 'green'] as const;

/** The number of colours shown: half before the first movement, half after it. */
export const LIGHT_STEPS = 6;
export const STEPS_PER_PAUSE = LIGHT_STEPS / 2;
/**
 * The number of colours shown to a returning person, whose face is compared with an enrolled one:
 * all of them before the first movement (D-119).
 */
export const RETURNING_LIGHT_STEPS = STEPS_PER_PAUSE;
/**
 * The time between two changes of colour. Two changes per second stay below WCAG's limit of three
 * flashes per second, and changes between equally light colours do not count as flashes anyway.
 */
export const LIGHT_STEP_MS = 500;
/**
 * How long after a change a picture may still show the previous colour: fading takes 200 ms, and
 * the camera's delay is 60 to 180 ms.
 */
export const LIGHT_SETTLING_MS = 300;

/**
 * @param value the value of a channel in sRGB, 0 to 255
 * @returns linear light, 0 to 1
 */
export function linearOf(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
