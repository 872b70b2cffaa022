// What the wallet step waits for. Types only.

/** What the visitor waits for. */
export type AwaitedWallet =
  | { way: 'browser' }
  | { way: 'same_device' | 'other_device'; link: string; isOver: boolean }
  /**
   * `return`: an app on this device has answered and leads back to the page. `checking`: the answer
   * is being judged.
   */
  | { way: 'return' | 'checking' };
