// A secret key that can be replaced: what the previous one made is still read, and nothing new is made with it (D-70).

export interface KeyVersions {
  /** 32 bytes. */
  current: Uint8Array<ArrayBuffer>;
  /** While both are in use. */
  previous?: Uint8Array<ArrayBuffer>;
}
