// In a window that the browser opened for a page of another site (FedCM, Continuation API), the
// browser passes the answer to that page and closes the window. Only the page that started the
// request receives the answer. In any other window, nothing happens.

/** The browser's interface, if it supports FedCM. */
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
