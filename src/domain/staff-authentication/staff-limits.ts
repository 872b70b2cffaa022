// What guesses at credentials of staff count against (D-51). Names of limits hold no mail address.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import type { Audience } from '../staff/member.ts';
import type { Counter } from '../terms/guess-limits.ts';

/** Guesses at a password or a second factor of one mail address, known or not. */
export const guessesAtMember = async (
  { config }: Context,
  audience: Audience,
  emailNormalized: string,
): Promise<Counter> => [
  config.guessLimits.staffSignIn,
  `${audience}:${await sha256Hex(emailNormalized)}`,
];

/** Guesses from one address, at any member. */
export const guessesFrom = ({ config }: Context, audience: Audience, ip: string): Counter => [
  config.guessLimits.staffAddress,
  `${audience}:${ip}`,
];
