// The words and keyboard layouts for estimating a password's strength. These 430 kB are not part of
// the Worker's script, because most isolates never process a new password. The tests in workerd
// replace this file with test/support/installation/password-words.ts.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

type Options = NonNullable<ConstructorParameters<typeof ZxcvbnFactory>[0]>;

export type PasswordWords = Required<Pick<Options, 'dictionary' | 'graphs'>>;

/** The part of a context that is needed to load the words. */
export interface WordsContext {
  assets: { fetch: (url: URL) => Promise<Response> };
  config: { baseUrl: string };
}

/** The path in the static assets where scripts/password-words.ts puts the words. */
export const PASSWORD_WORDS_PATH = '/password-words.json';

/** @throws Error when the assets do not include the file */
export async function loadPasswordWords({ assets, config }: WordsContext): Promise<PasswordWords> {
  const answer = await assets.fetch(new URL(PASSWORD_WORDS_PATH, config.baseUrl));
  if (!answer.ok) throw new Error(`${PASSWORD_WORDS_PATH}: ${answer.status}`);
  return JSON.parse(await answer.text()) as PasswordWords;
}
