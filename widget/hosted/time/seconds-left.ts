// Counts down to a point in time, for components that show the remaining seconds.
import { useEffect, useState } from 'preact/hooks';

/**
 * @param endsAtMs the end, on the clock of performance.now
 * @returns whole seconds, never below 0
 */
export function useSecondsLeft(endsAtMs: number): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAtMs));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(endsAtMs));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left;
}

function secondsUntil(endsAtMs: number): number {
  return Math.max(0, Math.round((endsAtMs - performance.now()) / 1000));
}
