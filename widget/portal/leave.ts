// Leaves a page that leads to a site at once: it submits its form, or follows its link. It does so
// before the page has loaded and replaces it in the history, so that going back from the site does
// not lead here again.

export function leave(root: Document): void {
  root.querySelector<HTMLFormElement>('form[data-leave]')?.requestSubmit();
  const link = root.querySelector<HTMLAnchorElement>('[data-leave] a');
  if (link !== null) location.replace(link.href);
}
