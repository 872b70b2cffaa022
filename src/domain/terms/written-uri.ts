// Validates the characters of the addresses that customers register.

/**
 * Whether the text contains only characters that RFC 3986 allows. A registered address is displayed
 * unchanged, and the API documents it as a URI.
 */
export const isWrittenAsUri = (text: string): boolean =>
  /^([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(text);
