// The versions of a replaceable secret key: data created with the previous key can still be read or
// verified, but only the current key is used for new data (D-70).

export interface KeyVersions {
  /** The current key, 32 bytes. */
  current: Uint8Array<ArrayBuffer>;
  /** The previous key, during a replacement. */
  previous?: Uint8Array<ArrayBuffer>;
}
