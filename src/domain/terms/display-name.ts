// Display names of accounts, shared with sites through the scope `profile`.
import { findHidingCharacter } from './displayed-name.ts';

const MAX_LENGTH = 80;

/**
 * @returns the name with normalized whitespace; undefined when it is empty, is too long or contains
 *   characters that hide others
 */
export function parseDisplayName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  const isClean = findHidingCharacter(name) === undefined;
  return name !== '' && name.length <= MAX_LENGTH && isClean ? name : undefined;
}
