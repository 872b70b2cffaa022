// Sets the window's title to what it asks: the server's document says "Your passes", which suits
// only the page that lists them.
import { useEffect } from 'preact/hooks';

/** @param title undefined for the title of the server's document */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    const heading = document.querySelector('h1');
    if (title === undefined || heading === null) return;
    const before = { heading: heading.textContent, tab: document.title };
    heading.textContent = title;
    document.title = before.tab.replace(before.heading, () => title);
    return () => {
      heading.textContent = before.heading;
      document.title = before.tab;
    };
  }, [title]);
}
