// The pass window serves only complete requests, and never gives a pass to an insecure page.
import { describe, expect, it } from 'vitest';
import { answerAddress, readQuestion } from '../../../../widget/hosted/passes/question.ts';

const ask = (said: Record<string, string>) =>
  readQuestion(`#${new URLSearchParams(said).toString()}`);
const site = { challenge: 'AAI', min_age: '18', return: 'https://shop.example/age?x=1' };

describe('a pass window', () => {
  it('serves a site that verifies passes itself, at an https address or on the local machine', () => {
    expect(ask(site)).toMatchObject({ challenge: 'AAI', demand: { minAge: 18 } });
    expect(ask({ ...site, class: 'high' })).toMatchObject({
      demand: { minAge: 18, passClass: 'high' },
    });
    expect(ask({ ...site, return: 'http://localhost:3000/' })).toBeDefined();
    for (const changes of [
      { return: 'http://shop.example/' },
      { return: 'javascript:alert(1)' },
      { return: 'shop' },
      { min_age: 'x' },
      { min_age: '0' },
      { challenge: '' },
    ])
      expect(ask({ ...site, ...changes })).toBeUndefined();
    expect(readQuestion('')).toBeUndefined();
  });

  it('returns the pass in the fragment, which no server sees', () => {
    const returnTo = new URL(site.return);
    expect(answerAddress(returnTo, { token: 'AAIx' })).toBe(
      'https://shop.example/age?x=1#agate_pass=AAIx',
    );
    expect(answerAddress(returnTo, { error: 'declined' })).toBe(
      'https://shop.example/age?x=1#agate_pass_error=declined',
    );
  });
});
