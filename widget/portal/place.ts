// On a phone, the list of an account's pages is wider than the screen: the current page is scrolled
// into view.

export function showPlace(root: ParentNode): void {
  const current = root.querySelector('.places [aria-current]');
  const list = current?.closest('.places');
  if (!current || !list || list.scrollWidth <= list.clientWidth) return;
  current.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}
