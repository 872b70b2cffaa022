// Runs in a window that the browser opened on behalf of a site's page (FedCM, Continuation API):
// the browser passes the answer only to that page and closes the window. In any other window, the
// answer is not passed on.

/** The browser's FedCM interface for identity providers, if it has one. */
interface Provider {
  resolve: (token: string) => Promise<void>;
  close: () => void;
}

export function handOver(root: Document): void {
  const code = root.querySelector<HTMLElement>('[data-hand-over]')?.dataset['handOver'];
  const { IdentityProvider: provider } = globalThis as { IdentityProvider?: Provider };
  if (code === undefined || provider === undefined) return;
  // `resolve` rejects in a window that the browser did not open for FedCM. In that case, the
  // visitor uses the link.
  if (code === '') provider.close();
  else void provider.resolve(code).catch(() => undefined);
}
