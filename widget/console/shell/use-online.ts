import { useSyncExternalStore } from 'react';

/** The connection state that the browser reports. */
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
