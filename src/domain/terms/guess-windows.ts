// Counts guesses at one password: per source, and in total over all untrusted sources (D-62). Pure;
// a RateLimiter object stores the windows.

export interface GuessSource {
  /** The network, or a device where the owner has signed in before. */
  name: string;
  /**
   * Whether guesses from this source are counted separately, so that neither the total nor guesses
   * from other sources block it.
   */
  isTrusted: boolean;
}

export interface GuessRules {
  perSource: number;
  total: number;
  windowSeconds: number;
  /** How long further guesses are blocked once a guess reaches a limit. */
  lockSeconds: number;
}

interface Window {
  count: number;
  /** When the window ends, ms since the epoch. */
  resetAtMs: number;
}

export interface GuessWindows {
  total?: Window;
  sources: Readonly<Record<string, Window>>;
}

export type GuessAllowance =
  /**
   * `isLast`: whether this guess reaches a limit. `count`: the total, or the source's own count if
   * the source is trusted.
   */
  | { allowed: true; isLast: boolean; count: number; resetAtMs: number }
  | { allowed: false; resetAtMs: number };

/**
 * Counts a guess. A window starts with its first guess and does not slide.
 * @param stored undefined before the very first guess
 */
export function countGuess(
  stored: GuessWindows | undefined,
  { name, isTrusted }: GuessSource,
  { perSource, total, windowSeconds, lockSeconds }: GuessRules,
  nowMs: number,
): { allowance: GuessAllowance; windows: GuessWindows } {
  const windows = unexpired(stored, nowMs);
  const fresh = { count: 0, resetAtMs: nowMs + windowSeconds * 1000 };
  const mine = windows.sources[name] ?? fresh;
  const all = windows.total ?? fresh;
  const full = [mine.count >= perSource && mine, !isTrusted && all.count >= total && all];
  const ends = full.flatMap((one) => (one === false ? [] : [one.resetAtMs]));
  if (ends.length > 0)
    return { allowance: { allowed: false, resetAtMs: Math.max(...ends) }, windows };
  const count = (window: Window, limit: number): Window => {
    const next = window.count + 1;
    return next < limit
      ? { ...window, count: next }
      : { count: next, resetAtMs: nowMs + lockSeconds * 1000 };
  };
  const source = count(mine, perSource);
  const sum = isTrusted ? windows.total : count(all, total);
  const counted = isTrusted ? source : (sum ?? source);
  const isLast = source.count >= perSource || (!isTrusted && counted.count >= total);
  const resetAtMs = source.count >= perSource || !isLast ? source.resetAtMs : counted.resetAtMs;
  return {
    allowance: { allowed: true, isLast, count: counted.count, resetAtMs },
    windows: {
      ...(sum !== undefined && { total: sum }),
      sources: { ...windows.sources, [name]: source },
    },
  };
}

/**
 * Reverses the counting of a guess that will not be checked, because its network is blocked. If the
 * guess had reached a limit, that limit no longer blocks.
 */
export function uncountGuess(
  stored: GuessWindows | undefined,
  { name }: Pick<GuessSource, 'name'>,
): GuessWindows {
  const { total, sources = {} } = stored ?? {};
  const { [name]: mine, ...others } = sources;
  const uncount = (window: Window): Window => ({ ...window, count: Math.max(0, window.count - 1) });
  return {
    ...(total !== undefined && { total: uncount(total) }),
    sources: { ...others, ...(mine !== undefined && { [name]: uncount(mine) }) },
  };
}

/**
 * Refunds a correct guess: the count of its source restarts from zero, while guesses from other
 * sources stay counted.
 */
export function refundGuess(
  stored: GuessWindows | undefined,
  { name, isTrusted }: GuessSource,
): GuessWindows {
  const { [name]: _mine, ...others } = stored?.sources ?? {};
  const total = stored?.total;
  if (total === undefined) return { sources: others };
  const count = isTrusted ? total.count : Math.max(0, total.count - 1);
  return { total: { ...total, count }, sources: others };
}

/** @returns when the last window ends, ms since the epoch */
export const endOf = ({ total, sources }: GuessWindows): number =>
  Math.max(total?.resetAtMs ?? 0, ...Object.values(sources).map(({ resetAtMs }) => resetAtMs));

function unexpired(stored: GuessWindows | undefined, nowMs: number): GuessWindows {
  const live = Object.entries(stored?.sources ?? {}).filter(
    ([, { resetAtMs }]) => nowMs < resetAtMs,
  );
  const total = stored?.total;
  return {
    ...(total !== undefined && nowMs < total.resetAtMs && { total }),
    sources: Object.fromEntries(live),
  };
}
