// The documentation as web pages: nothing is left out, and every link has a target.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../scripts/docs-site/chapters.ts';
import { groupEndpoints, type ApiDocument } from '../../scripts/docs-site/description.ts';
import { makeSite, WRITTEN_PAGES, type Site } from '../../scripts/docs-site/site.ts';
import { keyOf } from '../../scripts/docs-site/search-index.ts';
import { QUESTIONS } from '../../scripts/docs-site/questions.ts';
import { loadDescription } from '../../scripts/load-description.ts';
import { makeSearch, type Search } from '../../widget/docs/search.ts';

const FILES = { script: '/assets/docs-script.js', style: '/assets/docs-style.css' };
const read = (source: string) => readFileSync(source, 'utf8');

let description: ApiDocument;
let site: Site;

beforeAll(async () => {
  description = await loadDescription();
  site = makeSite(description, FILES, read);
}, 120_000);

/** Every call in the API reference, each with the section that describes it. */
function callsOf({ documents }: Site) {
  const pages = [...documents.values()];
  return [...groupEndpoints(description).values()].flat().map(({ path, operation }) => {
    const { operationId: id, security = [] } = operation;
    const begin = `<section class="endpoint">\n    <h2 id="${id}">`;
    const [, rest = ''] = pages.find((html) => html.includes(begin))?.split(begin) ?? [];
    const isForKeys = security.some((entry) => 'apiKey' in entry);
    return { id, path, isForKeys, html: rest.split('</section>')[0] ?? '' };
  });
}

/** The text that a reader copies from this HTML. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x26;', '&');

const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

describe('the pages', () => {
  it('are all that docs/ holds', () => {
    const written = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const shown = WRITTEN_PAGES.map(({ source }) => source).filter((source) =>
      source.startsWith('docs/'),
    );
    expect(shown.toSorted()).toEqual(written.map((name) => `docs/${name}`).toSorted());
  });

  it('show every operation of the API description once', () => {
    const operations = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const shown = [...site.documents.values()].flatMap((html) =>
      [...html.matchAll(/<section class="endpoint">\s*<h2 id="([^"]+)"/g)].map(([, id = '']) => id),
    );
    expect(shown.toSorted()).toEqual(operations.toSorted());
  });

  it('contain only links to existing pages and headings', () => {
    const ids = new Map(
      [...site.documents].map(([slug, html]) => [addressOf(slug), idsOf(html)] as const),
    );
    const dead = [...site.documents].flatMap(([slug, html]) =>
      [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => /^(#|\/docs(\/|#|$))/.test(href) && href !== '/docs/age-truth')
        .filter((href) => {
          const [path, anchor] = href.split('#');
          const target = ids.get(path === '' || path === undefined ? addressOf(slug) : path);
          return target === undefined || (anchor !== undefined && !target.has(anchor));
        })
        .map((href) => `${addressOf(slug)}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  it('have one title each, and no inline code or style that the content security policy refuses', () => {
    const faulty = [...site.documents].filter(
      ([, html]) =>
        html.match(/<h1\b/g)?.length !== 1 ||
        /<script(?! type="module" src=)|<style| style=| on\w+="/.test(html),
    );
    expect(faulty.map(([slug]) => slug)).toEqual([]);
  });

  it('link the addresses of this installation that they name', () => {
    expect(site.documents.get('verification')).toContain(
      '<a href="/docs/reference/verification"><code',
    );
    expect(site.documents.get('')).toContain('<a href="/privacy"><code');
  });

  it('show the receivers to copy, unchanged, and lead there from the guides', () => {
    const guide = site.documents.get('webhooks') ?? '';
    const shown = textOf(site.documents.get('webhooks/receivers') ?? '');
    const receivers = [
      ['receiver.mjs', 'node'],
      ['receiver.py', 'python'],
      ['receiver.php', 'php'],
    ] as const;
    for (const [name, anchor] of receivers) {
      expect(guide).toContain(`<a href="/docs/webhooks/receivers#${anchor}">`);
      // Only lines without characters that must be escaped in HTML are compared.
      const lines = read(`examples/receiver/${name}`).split('\n');
      const plain = lines.filter((line) => !/[<>&"'`]/.test(line));
      expect(plain.length).toBeGreaterThan(lines.length / 3);
      expect(plain.filter((line) => !shown.includes(line))).toEqual([]);
    }
  });

  it('list their sections below the title too, when there are several', () => {
    const folded = /<\/h1>\s*<details class="folded-contents">/;
    expect(site.documents.get('verification')).toMatch(folded);
    expect(site.documents.get('errors/NOT_FOUND')).not.toContain('folded-contents');
  });

  it('are small: 60 kB with script and style, which take less than 8', () => {
    const heavy = [...site.documents]
      .map(([slug, html]) => ({ slug, bytes: gzipSync(html).length }))
      .filter(({ bytes }) => bytes > 52_000);
    expect(heavy).toEqual([]);
  });

  it('show each decision once, on the page of its theme, and link to it from the index', () => {
    const index = site.documents.get('decisions') ?? '';
    const leads = [...index.matchAll(/<a id="(d-\d+-[^"]+)" href="\/docs\/([^"#]+)#([^"]+)"/g)];
    expect(leads.length).toBeGreaterThan(160);
    const shown = [...site.documents].flatMap(([slug, html]) =>
      [...html.matchAll(/<(?:h2|a) id="(d-\d+-[^"]+)">/g)].map(([, anchor]) => `${slug}#${anchor}`),
    );
    expect(
      leads.map(([, id, slug, anchor]) => (id === anchor ? `${slug}#${id}` : id)).toSorted(),
    ).toEqual(shown.toSorted());
    // A reference to another decision becomes a link, except in code and in headings.
    const wire = site.documents.get('decisions/wire') ?? '';
    expect(wire).toContain('<a href="/docs/decisions/sessions#d-11-the-result-object">D-11</a>');
  });

  it('show each call in five languages', () => {
    const calls = callsOf(site);
    expect(calls.length).toBeGreaterThan(150);
    for (const { id, path, html } of calls) {
      const samples = [...html.matchAll(/<pre\s+data-language="(\w+)".*?<\/pre>/gs)];
      const languages = samples.map(([, language]) => language);
      expect([id, ...languages]).toEqual([id, 'curl', 'typescript', 'python', 'php', 'go']);
      const [start = ''] = path.split('{');
      const signs = ['curl ', 'fetch(', 'requests.', 'curl_', 'http.'];
      const silent = samples.filter(([sample], place) => {
        const text = textOf(sample);
        return !text.includes(start) || !text.includes(signs[place] ?? '');
      });
      expect([id, ...silent.map(([sample]) => textOf(sample))]).toEqual([id]);
    }
  });

  it('offer to try exactly the calls that a key may make', () => {
    const calls = callsOf(site);
    const offered = calls.filter(({ html }) => html.includes('class="try"'));
    const forKeys = calls.filter(({ isForKeys }) => isForKeys);
    expect(offered.map(({ id }) => id)).toEqual(forKeys.map(({ id }) => id));
    const said = offered.flatMap(
      ({ html }) => /class="try"[^>]*data-path="([^"]+)"/s.exec(html)?.[1],
    );
    expect(said).toEqual(forKeys.map(({ path }) => path));
    // The calls that can be tried include the two from the quick start, and all of them belong to
    // the APIs for programs.
    expect(said).toEqual(expect.arrayContaining(['/verify/v1/init', '/verify/v1/result/{token}']));
    expect(said.filter((path = '') => !/^\/(verify|sdk|api)\/v1\//.test(path))).toEqual([]);
  });
});

describe('the search', () => {
  let search: Search;
  beforeAll(async () => {
    search = await makeSearch(site.sections);
  });
  const addressesFor = (query: string) =>
    search
      .find(query)
      .slice(0, 5)
      .map(({ address }) => address);

  it.each([
    ['begin a verification', '/docs/reference/verification#initVerification'],
    ['webhook signature', '/docs/webhooks'],
    ['quikstart', '/docs/quickstart'],
    ['RETAKE_LIMIT_EXCEEDED', '/docs/verification#errors'],
  ])('finds "%s"', (query, address) => {
    expect(addressesFor(query).map((found) => found.slice(0, address.length))).toContain(address);
  });

  it.each([
    ['how much does it cost', '/docs/deploy'],
    ['what does it cost', '/docs/deploy'],
    ['pricing', '/docs/deploy'],
    ['is it free', '/docs/deploy'],
    ['can I use my own domain', '/docs/deploy'],
    ['how do I host it myself', '/docs/deploy'],
    ['how do I test', '/docs/verification'],
    ['test without a camera', '/docs/verification'],
    ['is it GDPR compliant', '/docs/configure'],
    ['delete my data', '/docs/sign-in'],
    ['delete data of a user', '/docs/verification'],
    ['which data do you store', '/docs/face'],
    ['python', '/docs/sdk-python'],
    ['node library', '/docs/sdk'],
    ['php', '/docs/quickstart'],
    ['how do I get started', '/docs/quickstart'],
    ['why does my webhook not arrive', '/docs/webhooks'],
    ['verify the signature', '/docs/webhooks'],
    ['can I use an iframe', '/docs/embed'],
    ['wordpress', '/docs/embed'],
    ['which languages are there', '/docs/translate'],
    ['how accurate is it', '/docs/verification'],
    ['can it be fooled with a photo', '/docs/threat-model'],
    ['passport', '/docs/documents'],
    ['rate limit', '/docs/verification'],
    ['login button', '/docs/sign-in'],
    ['rotate api key', '/docs/dashboard-api'],
    ['invite a colleague', '/docs/dashboard-api'],
    ['change the logo', '/docs/dashboard-api'],
    ['how fast is it', '/docs/performance'],
    ['how many checks a day can it do', '/docs/capacity'],
    ['what happens when the database is full', '/docs/capacity'],
    ['backup', '/docs/recover'],
    ['lost my authenticator', '/docs/operate'],
    ['how do I ban a person', '/docs/face'],
    ['how do I verify a webhook signature', '/docs/webhooks'],
    ['can I delete a person', '/docs/sign-in'],
    ['which phones are supported', '/docs/verification'],
    ['does it work on an iphone', '/docs/verification'],
    ['is the callback trusted', '/docs/quickstart'],
    ['can I trust the status in the callback', '/docs/quickstart'],
    ['what if a visitor has no camera', '/docs/which-way'],
    ['how long does a check take', '/docs/performance'],
    ['how long is a session valid', '/docs/verification'],
    ['is it certified', '/docs/evidence'],
    ['is it biased against dark skin', '/docs/verification'],
    ['where are the pictures stored', '/docs/receipts'],
    ['do I need a data processing agreement', '/docs/configure'],
    ['how do I upgrade', '/docs/deploy'],
    ['my secret key leaked', '/docs/dashboard-api'],
    ['where do I report a vulnerability', '/docs/security'],
    ['how do I contribute', '/docs/contributing'],
    ['how do I run the tests', '/docs/contributing'],
    ['what does the law in the UK require', '/docs/jurisdictions'],
    ['which countries require age verification', '/docs/jurisdictions'],
    ['which wallets work', '/docs/wallets'],
    ['can a child use the parent’s phone', '/docs/threat-model'],
    ['how often are webhooks retried', '/docs/webhooks'],
    ['can I test webhooks on localhost', '/docs/cli'],
    ['can I run it without cloudflare', '/docs/deploy'],
    ['what if cloudflare is down', '/docs/operate'],
    ['two factor authentication for the team', '/docs/dashboard-api'],
    ['what is FAPI', '/docs/sign-in'],
    ['how do people log out', '/docs/sign-in'],
    ['popup blocked', '/docs/embed'],
    ['can people remain anonymous', '/docs/passes'],
    ['microsoft entra id', '/docs/sso'],
    ['uninstall', '/docs/deploy'],
    ['how do I remove the installation', '/docs/deploy'],
    ['SLA', '/docs/security'],
    ['is there support', '/docs/security'],
    ['compare with yoti', '/docs/which-way'],
    ['alternatives to veriff', '/docs/which-way'],
    ['dkim', '/docs/deploy'],
    ['spf record', '/docs/deploy'],
    ['screen reader', '/docs/accessibility'],
    ['can a blind person use it', '/docs/accessibility'],
    ['what does risk band mean', '/docs/verification'],
    ['do you support passkeys', '/docs/sign-in'],
    ['invoice', '/docs/dashboard-api'],
    ['GDPR deletion request', '/docs/verification'],
    ['fake id', '/docs/documents'],
    ['dark mode', '/docs/verification'],
    ['how long are pictures kept', '/docs/receipts'],
    ['kotlin', '/docs/quickstart'],
  ])('answers "%s" among the first three', (question, page) => {
    const found = search.find(question).slice(0, 3);
    expect(found.map(({ address }) => address.split('#')[0])).toContain(page);
  });

  it('has synonyms only for existing sections', () => {
    const addresses = new Set(site.sections.map(keyOf));
    expect(Object.keys(QUESTIONS).filter((address) => !addresses.has(address))).toEqual([]);
  });

  it('finds nothing when nothing matches', () => {
    expect(addressesFor('xylophone zebra')).toEqual([]);
  });
});
