import { useSyncExternalStore } from 'react';

/** Whether the browser reports that it is online. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      globalThis.addEventListener('online', listener);
      globalThis.addEventListener('offline', listener);
      return () => {
        globalThis.removeEventListener('online', listener);
        globalThis.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
