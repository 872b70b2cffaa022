// In a window that the browser opened for a page of another site (FedCM, Continuation API): the answer goes to that page, by the browser,
// which closes the window. Only the page that began the request gets it. In any other window nothing happens.

/** Of the browser, where it knows FedCM. */
interface Provider {
  resolve: (token: string) => Promise<void>;
  close: () => void;
}

export function handOver(root: Document): void {
  const code = root.querySelector<HTMLElement>('[data-hand-over]')?.dataset['handOver'];
  const { IdentityProvider: provider } = globalThis as { IdentityProvider?: Provider };
  if (code === undefined || provider === undefined) return;
  // It refuses in a window that somebody else opened, where the link is.
  if (code === '') provider.close();
  else void provider.resolve(code).catch(() => undefined);
}
