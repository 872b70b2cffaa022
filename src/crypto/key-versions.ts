// The versions of a secret key that can be replaced: data of the previous key can still be read,
// and new data only use the current one (D-70).

export interface KeyVersions {
  /** 32 bytes. */
  current: Uint8Array<ArrayBuffer>;
  /** The previous key, during a replacement. */
  previous?: Uint8Array<ArrayBuffer>;
}
