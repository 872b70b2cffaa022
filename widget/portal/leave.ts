// A page that leads to a site goes there at once: it sends its form, or follows its link. Before the page has loaded, and in its place,
// so that going back from the site does not lead here again.

export function leave(root: Document): void {
  root.querySelector<HTMLFormElement>('form[data-leave]')?.requestSubmit();
  const link = root.querySelector<HTMLAnchorElement>('[data-leave] a');
  if (link !== null) location.replace(link.href);
}
