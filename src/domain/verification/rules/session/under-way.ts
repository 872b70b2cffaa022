import type { SessionRecord } from './session.ts';

/**
 * Whether pictures are due or being examined. If leaving such an attempt did not count, a visitor
 * could restart it until the random draw was favourable. Pure.
 */
export const arePicturesDue = ({ current: { reveal, document } }: SessionRecord): boolean =>
  reveal !== undefined || document?.take !== undefined || document?.taken !== undefined;
