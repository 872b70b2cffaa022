// The check digit of machine-readable zones (ICAO 9303-3, 4.9). It detects any single wrong digit,
// but not a letter in place of a character whose value differs by a multiple of ten, such as 0 and
// A, 1 and B, or 8 and I.

const WEIGHTS = [7, 3, 1] as const;

/** @param text only A to Z, 0 to 9 and `<` */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += valueAt(text, i) * (WEIGHTS[i % 3] ?? 0);
  return String(sum % 10);
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code === 0x3c) return 0;
  return code >= 0x41 ? code - 0x41 + 10 : code - 0x30;
}
