// Stands in for src/domain/terms/password-words.ts in the tests that run in workerd (vitest.config.ts), which need no build: the
// same words from where the build has them. What is shipped is tested by password-policy.test.ts.
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordWords } from '../../../src/domain/terms/password-words.ts';

export const loadPasswordWords = async (): Promise<PasswordWords> => ({ dictionary, graphs });
