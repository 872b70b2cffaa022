// Checks which characters the addresses that customers register contain.

/**
 * Whether RFC 3986 allows every character. A registered address is displayed unchanged, and the API
 * documents it as a URI.
 */
export const isWrittenAsUri = (text: string): boolean =>
  /^([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(text);
