// Asks before unsaved changes are lost: on a reload, a closed tab and a link.
import { useEffect } from 'react';

/** @param question asked before another page of this console is shown */
export function useUnsaved(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Links, the palette and the back button alike; browsers without this API ask before the document is left, at least.
    const { navigation } = window as { navigation?: Navigation };
    const leave = (event: NavigateEvent) => {
      const isElsewhere = event.destination.sameDocument && event.destination.url !== location.href;
      if (!isElsewhere || !event.cancelable || event.defaultPrevented) return;
      if (!window.confirm(question)) event.preventDefault();
    };
    window.addEventListener('beforeunload', unload);
    navigation?.addEventListener('navigate', leave);
    return () => {
      window.removeEventListener('beforeunload', unload);
      navigation?.removeEventListener('navigate', leave);
    };
  }, [isUnsaved, question]);
}
