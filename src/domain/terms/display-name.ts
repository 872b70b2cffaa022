// What people call themselves. Shown to sites with the scope `profile`.

const MAX_LENGTH = 80;

/** @returns the name without needless space; undefined when it is empty, too long or holds control characters */
export function parseDisplayName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  // Cc and Cf: controls, and invisible marks that reorder text around the name.
  const isClean = !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(name.replaceAll('\u200d', ''));
  return name !== '' && name.length <= MAX_LENGTH && isClean ? name : undefined;
}
