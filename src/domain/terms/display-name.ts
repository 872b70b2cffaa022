// Display names of accounts, shared with sites by the scope `profile`.

const MAX_LENGTH = 80;

/** @returns the name with normalised whitespace; undefined when it is empty, too long or has control characters */
export function parseDisplayName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  // Cc and Cf: control characters, and invisible marks that reorder the text around the name.
  const isClean = !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(name.replaceAll('\u200d', ''));
  return name !== '' && name.length <= MAX_LENGTH && isClean ? name : undefined;
}
