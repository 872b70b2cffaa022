// Immediately leaves a page that leads to a site: submits the page's form, or follows its link.
// This happens before the page has loaded and replaces the page in the history, so that going back
// from the site skips this page.

export function leave(root: Document): void {
  root.querySelector<HTMLFormElement>('form[data-leave]')?.requestSubmit();
  const link = root.querySelector<HTMLAnchorElement>('[data-leave] a');
  if (link !== null) location.replace(link.href);
}
