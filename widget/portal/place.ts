// On a phone the list of an account's places is wider than the screen: the current one is brought into sight.

export function showPlace(root: ParentNode): void {
  const current = root.querySelector('.places [aria-current]');
  const list = current?.closest('.places');
  if (!current || !list || list.scrollWidth <= list.clientWidth) return;
  current.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}
