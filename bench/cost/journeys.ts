// The metered journeys, with the CPU time of the face and wallet Workers as measured by their own
// benches.
import type { Least } from './price.ts';

interface Described {
  /** The title, as printed. */
  title: string;
  /** CPU time of Workers other than the main one, in ms, and the bench that measured it. */
  elsewhere?: { cpuMs: Least; bench: string };
}

/**
 * CPU time of the face Worker for eleven pictures, measured by `npm run bench -- face` on an idle
 * machine and on a busy one.
 */
const FACE = { cpuMs: { least: 460, most: 770 }, bench: 'face' };
/**
 * CPU time of the face Worker for eight pictures of the movements and one of the portrait. The CPU
 * time of the documents Worker is not included.
 */
const FACE_OF_DOCUMENT = { cpuMs: { least: 400, most: 650 }, bench: 'face, by pictures' };
/** CPU time measured by `npm run bench -- wallet`. */
const WALLET = { cpuMs: { least: 2.4, most: 3.5 }, bench: 'wallet' };

export const JOURNEYS = {
  edge: { title: 'check at the edge, webhook', elsewhere: FACE },
  'edge, long': { title: 'the same, longer than a minute', elsewhere: FACE },
  device: { title: 'check on the device' },
  'device, long': { title: 'the same, longer than a minute' },
  document: { title: 'check with a document, webhook', elsewhere: FACE_OF_DOCUMENT },
  wallet: { title: 'check by a wallet’s proof', elsewhere: WALLET },
  key: { title: 'check by an age key' },
  passes: { title: 'ten age passes issued' },
  pass: { title: 'age pass redeemed by a site' },
  'sign-in, cold': { title: 'sign-in, password and consent' },
  'sign-in, remembered': { title: 'sign-in, remembered' },
  refresh: { title: 'refresh' },
  userinfo: { title: 'userinfo' },
} as const satisfies Readonly<Record<string, Described>>;

/**
 * The title of the row for the work that follows a check within about a year, without any further
 * request.
 */
export const LATER = 'later: erased, forgotten';

export type JourneyName = keyof typeof JOURNEYS;

export const describe = (name: JourneyName): Described => JOURNEYS[name];

/**
 * Meters one journey.
 * @returns the journey's own result
 */
export type Note = <T>(name: JourneyName, act: () => Promise<T>) => Promise<T>;
