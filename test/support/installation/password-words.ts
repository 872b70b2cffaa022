// Replaces src/domain/terms/password-words.ts in the tests that run in workerd (vitest.config.ts),
// so that they need no build. This module imports the words directly from the package that the
// build also uses. password-policy.test.ts tests the shipped file.
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordWords } from '../../../src/domain/terms/password-words.ts';

export const loadPasswordWords = async (): Promise<PasswordWords> => ({ dictionary, graphs });
