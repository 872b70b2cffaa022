// The words and keyboards that a password's strength is estimated with: 430 kB that the script does not carry, since most isolates
// never see a new password. The tests in workerd replace this file by test/support/installation/password-words.ts.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

type Options = NonNullable<ConstructorParameters<typeof ZxcvbnFactory>[0]>;

export type PasswordWords = Required<Pick<Options, 'dictionary' | 'graphs'>>;

/** The part of a context that knows where they are. */
export interface WordsContext {
  assets: { fetch: (url: URL) => Promise<Response> };
  config: { baseUrl: string };
}

/** In the static assets, as scripts/password-words.ts has it. */
export const PASSWORD_WORDS_PATH = '/password-words.json';

/** @throws Error when the assets do not have it */
export async function loadPasswordWords({ assets, config }: WordsContext): Promise<PasswordWords> {
  const answer = await assets.fetch(new URL(PASSWORD_WORDS_PATH, config.baseUrl));
  if (!answer.ok) throw new Error(`${PASSWORD_WORDS_PATH}: ${answer.status}`);
  return JSON.parse(await answer.text()) as PasswordWords;
}
