// Runs after a sign-out: follows the page's link once the sites' logout frames have loaded, or
// after a timeout.

const PATIENCE_MS = 5000;

export function followSignOutLink(root: Document): void {
  const link = root.querySelector<HTMLAnchorElement>('[data-go-on] a');
  if (link === null) return;
  const leave = (): void => location.replace(link.href);
  addEventListener('load', leave);
  setTimeout(leave, PATIENCE_MS);
}
