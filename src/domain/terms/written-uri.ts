// How addresses are written that customers register.

/** Whether every character is one of RFC 3986: what is registered is shown as it is, and described as a URI. */
export const isWrittenAsUri = (text: string): boolean =>
  /^([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(text);
