// Replaces src/domain/terms/password-words.ts in the tests that run in workerd (vitest.config.ts),
// which need no build: it reads the same words from the build's source. password-policy.test.ts
// tests the shipped file.
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordWords } from '../../../src/domain/terms/password-words.ts';

export const loadPasswordWords = async (): Promise<PasswordWords> => ({ dictionary, graphs });
