import type { SessionRecord } from './session.ts';

/**
 * Whether pictures are due or being examined. An attempt whose pictures could be left behind uncounted would be begun again until the
 * random choice suits it. Pure.
 */
export const arePicturesDue = ({ current: { reveal, document } }: SessionRecord): boolean =>
  reveal !== undefined || document?.take !== undefined || document?.taken !== undefined;
