// How guesses at one password are counted: per source, and over all sources that are not trusted (D-62). Pure; a
// RateLimiter object keeps the windows.

export interface GuessSource {
  /** A network, or a device that signed in before. */
  name: string;
  /** Counts for itself alone: neither the total nor another source's guesses block it. */
  isTrusted: boolean;
}

export interface GuessRules {
  perSource: number;
  total: number;
  windowSeconds: number;
  /** How long the guess that uses a limit up blocks. */
  lockSeconds: number;
}

interface Window {
  count: number;
  /** When the count starts again, ms since the epoch. */
  resetAtMs: number;
}

export interface GuessWindows {
  total?: Window;
  sources: Readonly<Record<string, Window>>;
}

export type GuessAllowance =
  /** `isLast`: it uses a limit up. `count`: of the total, or of the source when that is trusted. */
  | { allowed: true; isLast: boolean; count: number; resetAtMs: number }
  | { allowed: false; resetAtMs: number };

/** A window starts with its first guess and does not slide. @param stored undefined before the first guess of all */
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

/** A network's guess that was counted and is not checked. Where it used a limit up, that no longer blocks. */
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

/** A correct password: the source starts from zero; what others guessed stays counted. */
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

/** @returns when nothing of it matters any more, ms since the epoch */
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
