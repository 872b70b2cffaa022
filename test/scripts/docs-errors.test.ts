// Every error has a page with its causes and remedies: docs/errors.json is complete, and the search
// finds the pages by code and by question.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseErrorTexts } from '../../scripts/docs-site/error-pages.ts';
import { makeSite, type Site } from '../../scripts/docs-site/site.ts';
import { loadDescription } from '../../scripts/load-description.ts';
import { VERDICT_REASONS } from '../../src/domain/verification/rules/session/reasons.ts';
import { ERROR_STATUS } from '../../src/http/error-status.ts';
import { makeSearch, type Search } from '../../widget/docs/search.ts';
import { targetExists, linksIn } from '../contract/documents.ts';

const read = (source: string) => readFileSync(source, 'utf8');
const texts = parseErrorTexts(read('docs/errors.json'));

/** The OAuth error codes that the types declare. */
function oauthCodes(): string[] {
  const [, types = ''] = read('src/errors.ts').split('export type OAuthErrorCode =');
  const [codes = ''] = types.split('interface OAuthErrorOptions');
  return [...codes.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code = '']) => code);
}

describe('the error texts', () => {
  it('exist for every API code, every OAuth error, and every end of a session', () => {
    expect(Object.keys(texts.api).toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted());
    // No code throws these two: oauth-errors.ts sends them to report an outage or a failure.
    const oauth = [...oauthCodes(), 'temporarily_unavailable', 'server_error'];
    expect(oauth.length).toBeGreaterThan(20);
    expect(Object.keys(texts.oauth).toSorted()).toEqual(oauth.toSorted());
    const ends = ['expired', 'canceled', ...VERDICT_REASONS];
    expect(Object.keys(texts.session).toSorted()).toEqual(ends.toSorted());
  });

  const all = Object.entries(texts).flatMap(([group, each]) =>
    Object.entries(each).map(([code, text]) => ({ name: `${group} ${code}`, text })),
  );

  it('say what happened, why, and what to do, in whole sentences', () => {
    const lacking = all.filter(
      ({ text: { means, causes, fixes, asks } }) =>
        causes.length === 0 ||
        fixes.length === 0 ||
        !/^[a-z0-9 _-]+$/i.test(asks) ||
        [means, ...causes, ...fixes].some((sentence) => !/^["`A-Z].*[.)]$/.test(sentence)),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  it('link to existing pages and headings', () => {
    const dead = all.flatMap(({ name, text: { means, causes, fixes } }) =>
      linksIn([means, ...causes, ...fixes].join('\n'))
        .filter((target) => !targetExists('docs/errors.md', target))
        .map((target) => `${name}: ${target}`),
    );
    expect(dead).toEqual([]);
  });
});

describe('the error pages', () => {
  let site: Site;
  let search: Search;
  beforeAll(async () => {
    const files = { script: '/assets/docs.js', style: '/assets/docs.css' };
    site = makeSite(await loadDescription(), files, read);
    search = await makeSearch(site.sections);
  }, 120_000);

  it('exist once for each code, and the index links to all of them', () => {
    const index = site.documents.get('errors') ?? '';
    const slugs = [
      ...Object.keys(texts.api).map((code) => `errors/${code}`),
      ...Object.keys(texts.oauth).map((code) => `errors/oauth/${code}`),
      ...Object.keys(texts.session).map((code) => `errors/session/${code}`),
    ];
    expect(slugs.filter((slug) => !site.documents.has(slug))).toEqual([]);
    expect(slugs.filter((slug) => !index.includes(`href="/docs/${slug}"`))).toEqual([]);
    expect(site.documents.get('errors/INVALID_MIN_AGE')).toContain('HTTP 400');
  });

  it('are linked wherever a page names the code', () => {
    const link = '<a href="/docs/errors/RETAKE_LIMIT_EXCEEDED"><code';
    expect(site.documents.get('verification')).toContain(link);
    expect(site.documents.get('errors/RETAKE_LIMIT_EXCEEDED')).not.toContain(link);
  });

  it.each([
    ['why is my session expired', '/docs/errors/session/expired'],
    ['INVALID_MIN_AGE', '/docs/errors/INVALID_MIN_AGE'],
    ['my api key does not work', '/docs/errors/UNAUTHORIZED'],
    ['redirect uri mismatch', '/docs/errors/oauth/invalid_request'],
    ['invalid_grant', '/docs/errors/oauth/invalid_grant'],
    ['what does invalid_grant mean', '/docs/errors/oauth/invalid_grant'],
    ['what does SESSION_OPENED_ELSEWHERE mean', '/docs/errors/SESSION_OPENED_ELSEWHERE'],
    ['when does a session expire', '/docs/errors/session/expired'],
    ['what happens if the visitor closes the browser', '/docs/errors/session/canceled'],
    ['idempotency key', '/docs/errors/IDEMPOTENCY_KEY_MISMATCH'],
    ['link already open in another browser', '/docs/errors/SESSION_OPENED_ELSEWHERE'],
    ['too many requests', '/docs/errors/TOO_MANY_REQUESTS'],
    ['an adult was refused as too young', '/docs/errors/session/age_below_threshold'],
    ['portrait does not match', '/docs/errors/session/face_mismatch'],
    ['the service is down', '/docs/errors/UNAVAILABLE'],
  ])('appear among the first three results for "%s"', (question, address) => {
    const found = search.find(question).slice(0, 3);
    expect(found.map((one) => one.address.split('#')[0])).toContain(address);
  });
});
