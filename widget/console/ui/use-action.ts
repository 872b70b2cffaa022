// One press at a time of something that can fail.
import { useRef, useState } from 'react';

interface Action {
  run: () => void;
  isRunning: boolean;
  /** Of the last run. */
  error: unknown;
  forget: () => void;
}

/** @param task whatever it throws is shown by the caller */
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
