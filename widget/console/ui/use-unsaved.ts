// Asks for confirmation before a reload, closing the tab or following a link discards unsaved
// changes.
import { useEffect } from 'react';

/** @param question the question to ask before another page of this console is shown */
export function useUnsaved(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    // The `navigate` event covers links, the command palette and the back button; browsers without
    // this API at least ask before the document is left.
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
