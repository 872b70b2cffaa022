// A site that requests a pass itself: the URL of the window that it opens, and how the window
// returns the pass. Both URLs carry their data in the fragment, so neither the request nor the pass
// reaches a server.
import { afterEach, expect, it, vi } from 'vitest';
import { passChallengeHeader } from '../../sdk/src/index.ts';
import { askForPass, giveBack } from '../../widget/embed/pass-window.ts';
import { readQuestion } from '../../widget/hosted/passes/question.ts';
import made from '../../sdk/python/tests/passes.json' with { type: 'json' };

const SITE = 'https://shop.example/age?from=cart#top';
const directory = made.directory as Parameters<typeof passChallengeHeader>[0];
const challenge = passChallengeHeader(directory, { minAge: 21, class: 'high' });

const openWindow = () => {
  const open = vi.fn<(address: string, target: string, features: string) => null>(() => null);
  vi.stubGlobal('open', open);
  vi.stubGlobal('location', new URL(SITE));
  return open;
};

/**
 * Simulates the return to the site's page in the opened window, which does not share globals with
 * the page that opened it.
 */
const comeBack = (hash: string) => {
  vi.stubGlobal('location', new URL(hash, SITE));
  vi.stubGlobal('history', { replaceState: () => undefined });
  vi.stubGlobal('close', () => undefined);
  giveBack();
};

afterEach(() => void vi.unstubAllGlobals());

it('opens a window of the service, which reads the question from the fragment and gets no referrer', async () => {
  const open = openWindow();
  const asked = askForPass({ service: 'https://id.example', challenge });
  const [address, , features] = open.mock.calls[0] ?? [];
  expect(features).toMatch(/\bnoreferrer\b/);
  const url = new URL(address ?? '');
  expect(`${url.origin}${url.pathname}${url.search}`).toBe('https://id.example/passes');
  const question = readQuestion(url.hash);
  expect(question).toMatchObject({ demand: { minAge: 21, passClass: 'high' } });
  expect(question?.returnTo.href).toBe('https://shop.example/age?from=cart');
  comeBack('#agate_pass=AAIx');
  await expect(asked).resolves.toBe('AAIx');
});

it('reports when the person declines', async () => {
  openWindow();
  const asked = askForPass({ service: 'https://id.example', challenge });
  comeBack('#agate_pass_error=declined');
  await expect(asked).rejects.toThrow('declined');
});

it('requires a challenge, and does not affect other pages of the site', () => {
  openWindow();
  expect(() => askForPass({ service: 'https://id.example', challenge: 'Basic realm="x"' })).toThrow(
    'the header of a challenge',
  );
  const close = vi.fn<() => void>();
  vi.stubGlobal('close', close);
  vi.stubGlobal('location', new URL(SITE));
  giveBack();
  expect(close).not.toHaveBeenCalled();
});
