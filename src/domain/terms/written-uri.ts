// The spelling of addresses that customers register.

/**
 * Whether every character is allowed by RFC 3986: a registered address is shown unchanged, and
 * documented as a URI.
 */
export const isWrittenAsUri = (text: string): boolean =>
  /^([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(text);
