// Scrolls the current page's entry into view in the account navigation, which is wider than a
// phone's screen.

export function showPlace(root: ParentNode): void {
  const current = root.querySelector('.places [aria-current]');
  const list = current?.closest('.places');
  if (!current || !list || list.scrollWidth <= list.clientWidth) return;
  current.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}
