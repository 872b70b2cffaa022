// The events that the wallet step may wait for. Types only.

export type AwaitedWallet =
  | { way: 'browser' }
  | { way: 'same_device' | 'other_device'; link: string; isOver: boolean }
  /**
   * `return`: an app on this device has answered and will return the visitor to the page.
   * `checking`: the service is verifying the answer.
   */
  | { way: 'return' | 'checking' };
