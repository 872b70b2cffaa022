// A hook that runs an action that can fail, and ignores further presses while the action is
// running.
import { useRef, useState } from 'react';

interface Action {
  run: () => void;
  isRunning: boolean;
  /** The error of the last run. */
  error: unknown;
  forget: () => void;
}

/** @param task the task to run; if it fails, the caller shows `error` */
export function useAction(task: () => Promise<unknown>): Action {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const run = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    setError(undefined);
    await task().catch(setError);
    isBusy.current = false;
    setRunning(false);
  };
  return { run: () => void run(), isRunning, error, forget: () => setError(undefined) };
}
