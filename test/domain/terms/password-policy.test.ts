import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { findPasswordFault, wordsOf } from '../../../src/domain/terms/password-policy.ts';
import { PASSWORD_WORDS_PATH } from '../../../src/domain/terms/password-words.ts';
import { passwordWordsJson } from '../../../scripts/password-words.ts';
import { loadPasswordWords as loadInTests } from '../../support/installation/password-words.ts';

const words = passwordWordsJson();
const assets = { fetch: vi.fn<(url: URL) => Promise<Response>>() };
const ctx = { assets, config: { baseUrl: 'https://id.example' } };

beforeEach(() => {
  assets.fetch.mockImplementation(async ({ pathname }) =>
    pathname === PASSWORD_WORDS_PATH ? new Response(words) : new Response(null, { status: 404 }),
  );
});

// This test must run first, because the words are cached once they have been read.
test('loads the word lists again after a failure, and only once after a success', async () => {
  const good = 'violet-anchor-42-meadow';
  assets.fetch.mockResolvedValueOnce(new Response('gone', { status: 404 }));
  await expect(findPasswordFault(ctx, good, [])).rejects.toThrow('404');
  assets.fetch.mockRejectedValueOnce(new Error('away'));
  await expect(findPasswordFault(ctx, good, [])).rejects.toThrow('away');
  expect(await findPasswordFault(ctx, good, [])).toBe(undefined);
  expect(await findPasswordFault(ctx, 'password12', [])).toBe('guessable');
  expect(assets.fetch).toHaveBeenCalledTimes(3);
});

test.each([
  ['123456789', 'too_short'],
  ['é'.repeat(9), 'too_short'],
  ['e\u0301'.repeat(9), 'too_short'],
  ['😀'.repeat(9), 'too_short'],
  ['x'.repeat(129), 'too_long'],
  ['password12', 'guessable'],
  ['P@ssw0rd!P@ssw0rd!', 'guessable'],
  ['1q2w3e4r5t6y', 'guessable'],
  ['aaaaaaaaaaaaaaaa', 'guessable'],
  ['abcdefghijkl', 'guessable'],
  ['lovelace1815', 'guessable'],
  ['agateagate', 'guessable'],
  ['violet-anchor-42-meadow', undefined],
  ['Ångström räknar 7 fåglar', undefined],
  ['😀🍋🚲🌧🎻🦊🪁🧵🥁🛶', undefined],
  [`${'kZ8-wq'.repeat(20)}12345678`, undefined],
])('%s: %s', async (password, fault) => {
  const known = ['ada@lovelace.example', 'Ada Lovelace', 'Agate'];
  expect(await findPasswordFault(ctx, password, known)).toBe(fault);
});

test('passes a bounded list of words to the estimator, whatever was typed', () => {
  const words = wordsOf([
    'a'.repeat(60_000),
    'b c d '.repeat(10_000),
    ...Array.from({ length: 99 }, String),
  ]);
  expect(words.length).toBeLessThanOrEqual(50);
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('does not process a password that is far too long', async () => {
  const endless = { length: 60_000, normalize: () => expect.unreachable() } as unknown as string;
  expect(await findPasswordFault(ctx, endless, [])).toBe('too_long');
});

test('has the estimator read at most 40 characters, once, and only of a valid length', async () => {
  const check = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  expect(await findPasswordFault(ctx, 'P@$$w0rd1l|!'.repeat(10), [])).toBe(undefined);
  expect(check.mock.calls.map(([text]) => text.length)).toEqual([40]);
  for (const length of [9, 129, 512, 513]) await findPasswordFault(ctx, '@'.repeat(length), []);
  expect(check).toHaveBeenCalledOnce();
});

test('tests in workerd use the shipped word lists', async () => {
  expect(await loadInTests()).toEqual(JSON.parse(words));
});
