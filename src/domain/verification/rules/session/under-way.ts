import type { SessionRecord } from './session.ts';

/**
 * Whether pictures are due or being examined. An attempt that is abandoned in this state must
 * count; otherwise, a visitor could restart it until the random choice of pictures was favourable.
 * Pure.
 */
export const arePicturesDue = ({ current: { reveal, document } }: SessionRecord): boolean =>
  reveal !== undefined || document?.take !== undefined || document?.taken !== undefined;
