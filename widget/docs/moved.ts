// A fragment that names a link: what stood there has a page of its own now, and old addresses go on to it.

/** Also when the reader changes the fragment by hand. */
export function followMoved(): void {
  goOn();
  addEventListener('hashchange', goOn);
}

function goOn(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLAnchorElement) location.replace(target.href);
}
