import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordWords } from '../src/domain/terms/password-words.ts';

/**
 * Returns the static asset that new passwords are compared with
 * (src/domain/terms/password-words.ts).
 */
export const passwordWordsJson = (): string =>
  JSON.stringify({ dictionary, graphs } satisfies PasswordWords);
