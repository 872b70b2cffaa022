// Closes an open menu when Escape, or anything outside the menu, is pressed.

export function closeMenus(root: Document): void {
  const openMenus = (): HTMLDetailsElement[] => [
    ...root.querySelectorAll<HTMLDetailsElement>('[data-menu][open]'),
  ];
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  root.addEventListener('click', ({ target }) => {
    for (const menu of openMenus())
      if (!(target instanceof Node) || !menu.contains(target)) menu.open = false;
  });
}
