// The limits on password guesses (D-62). A stranger's guesses block the stranger's network and, if
// there are too many in total, all unknown devices; guesses from a known device are counted
// separately. Only sign-in with a password is blocked, not other sign-in methods.
import { networkOf } from '../../network/client-network.ts';
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import type { GuessLimit } from '../../config/guess-limit.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { counterOfAddress, countAgainst } from './guess-limits.ts';
import type { GuessSource } from './guess-windows.ts';
import { readKnownDevice, rememberDevice } from './known-device.ts';

/**
 * The kind of user that the password belongs to. An account and both kinds of staff may share an
 * email address, and guesses are counted separately for each.
 */
type PasswordRealm = 'account' | 'admin' | 'dashboard';

export interface PasswordOwner {
  realm: PasswordRealm;
  /**
   * The email address, normalized so that its variants count as one (S-30). Guesses are counted
   * whether or not anyone has the address, so that responses do not reveal it.
   */
  emailNormalized: string;
  /**
   * The id of the member's customer; set only for a member who has not confirmed the address.
   * Guesses at the password of the address's owner do not block such a member, and the owner's
   * known devices do not count for the member (D-79).
   */
  unprovenAt?: string;
}

/** The sender of a guess. */
interface Guesser {
  ip?: string | undefined;
  /** The cookie defined in http/auth/known-device-cookie.ts. */
  knownDevice?: string | undefined;
}

interface PasswordLimits {
  /** The limit on guesses from one source for one password. */
  perSource: GuessLimit;
  /** The limit on guesses from all sources for one password. */
  total: GuessLimit;
  /** The limit on guesses from one network for all passwords. */
  perNetwork: GuessLimit;
}

type PasswordGuess =
  | {
      ok: true;
      /** Whether the guess reaches a limit. */
      isLast: boolean;
      count: number;
      lockedUntilMs: number;
      /** Undoes the counting of this guess; call it when the guess was correct. */
      refund: () => Promise<void>;
    }
  | { ok: false; lockedUntilMs: number };

/**
 * Counts one guess, with one object call for a known device or two parallel calls for any other
 * browser. The count of a guess from a blocked network is reversed, so that it does not count
 * against an account's limit.
 * @returns `ok: false` while guesses from this source are blocked
 * @throws AppError TOO_MANY_REQUESTS when too many guesses, for any passwords, have come from the
 *   sender's network
 */
export async function countPasswordGuess(
  ctx: Context,
  owner: PasswordOwner,
  guesser: Guesser,
): Promise<PasswordGuess> {
  const { perSource, total, perNetwork } = limitsOf(ctx, owner);
  const source = await sourceOf(ctx, owner, guesser);
  const limiter = await limiterOf(ctx, owner);
  const ofNetwork = source.isTrusted
    ? []
    : counterOfAddress(perNetwork, guesser.ip, `${owner.realm}:`);
  const [network, allowance] = await Promise.all([
    countAgainst(ctx, ...ofNetwork).catch((refusal: unknown) => ({ refusal })),
    limiter.countGuess(source, {
      perSource: perSource.limit,
      total: total.limit,
      windowSeconds: perSource.windowSeconds,
      lockSeconds: LIFETIMES.lockoutMs / 1000,
    }),
  ]);
  if ('refusal' in network) {
    if (allowance.allowed) await limiter.uncountGuess(source);
    throw network.refusal;
  }
  const lockedUntilMs = allowance.resetAtMs;
  if (!allowance.allowed) return { ok: false, lockedUntilMs };
  const refund = async (): Promise<void> => {
    await Promise.all([network.refund(), limiter.refundGuess(source)]);
  };
  const { isLast, count } = allowance;
  return { ok: true, isLast, count, lockedUntilMs, refund };
}

/** Resets the counts of all sources, after a password change or an unlock by an operator. */
export async function clearPasswordGuesses(ctx: Context, owner: PasswordOwner): Promise<void> {
  await (await limiterOf(ctx, owner)).clear();
}

/**
 * Call this only when the sender of the cookie has proven that they are the owner.
 * @returns the value for the browser's cookie
 */
export const rememberOwner = async (
  ctx: Context,
  owner: PasswordOwner,
  cookie: string | undefined,
): Promise<string> => rememberDevice(ctx, cookie, await subjectOf(owner));

async function sourceOf(
  ctx: Context,
  owner: PasswordOwner,
  { ip, knownDevice }: Guesser,
): Promise<GuessSource> {
  const subject = await subjectOf(owner);
  const device = await readKnownDevice(ctx, knownDevice, subject);
  if (device !== undefined) return { name: `device:${device}`, isTrusted: true };
  // Hashed, because the object stores the name and must not store an IP address.
  const network = await sha256Hex(`${subject}:${networkOf(ip ?? 'unknown')}`);
  return { name: `network:${network}`, isTrusted: false };
}

function limitsOf({ config }: Context, { realm }: PasswordOwner): PasswordLimits {
  const { guessLimits: limits } = config;
  return realm === 'account'
    ? { perSource: limits.signIn, total: limits.signInAccount, perNetwork: limits.signInAddress }
    : {
        perSource: limits.staffSignIn,
        total: limits.staffAccount,
        perNetwork: limits.staffAddress,
      };
}

/** Hashes the address, so that object names and device proofs contain no email address. */
const subjectOf = async ({ realm, emailNormalized, unprovenAt }: PasswordOwner): Promise<string> =>
  `${realm}:${await sha256Hex(emailNormalized)}${unprovenAt === undefined ? '' : `:${unprovenAt}`}`;

const limiterOf = async (ctx: Context, owner: PasswordOwner) =>
  ctx.objects.rateLimiter(`sign-in:${await subjectOf(owner)}`);
