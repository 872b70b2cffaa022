// Sets the window's title to the question that the window asks. The title of the server's document,
// "Your passes", suits only the page that lists them.
import { useEffect } from 'preact/hooks';

/** @param title the title, or undefined to keep the title of the server's document */
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
