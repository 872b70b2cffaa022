// Redirects old URLs whose fragment refers to a section that now has its own page.

/** Redirects at once if necessary, and later when the reader edits the fragment. */
export function followMoved(): void {
  followFragment();
  addEventListener('hashchange', followFragment);
}

function followFragment(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLAnchorElement) location.replace(target.href);
}
