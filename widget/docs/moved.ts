// Redirects an old fragment whose section now has its own page.

/** Also redirects when the reader edits the fragment. */
export function followMoved(): void {
  goOn();
  addEventListener('hashchange', goOn);
}

function goOn(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLAnchorElement) location.replace(target.href);
}
