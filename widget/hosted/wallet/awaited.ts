// What the wallet step waits for. Types only.

/** What the visitor waits for. */
export type AwaitedWallet =
  | { way: 'browser' }
  | { way: 'same_device' | 'other_device'; link: string; isOver: boolean }
  /** An app on this device has answered and leads back, or the answer is being judged. */
  | { way: 'return' | 'checking' };
