import { expect, inject, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { press, see, seeVerdict } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';
import type { Sent } from '../support/browser/watch.ts';

const browser = useBrowser();

/** The names of all members that may occur in the page's request bodies. */
const WORDS =
  'token attempt embedded touch biometric notice scopes gestures relaxed challenge_id age_nonce samples pictures t age yaw ' +
  'pitch light score camera virtual_label repeated_frames interval_variation';
const KNOWN = new Set(WORDS.split(' '));
const LARGEST_BODY = 64 * 1024;
/** Signatures of JPEG, PNG, GIF and WebP, as bytes and as base64. */
const PICTURES = /^(\xff\xd8\xff|\x89PNG|GIF8)|WEBP|\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|data:/;

test.each([
  ['facial', 'no picture leaves at all', ['liveness', 'age']],
  ['auto', 'pictures leave only when asked for', ['liveness', 'pictures', 'age']],
])('in mode %s nothing is sent to another host, and %s', async (mode, _, evidence) => {
  const { verify_url: url } = await announce({ verification_mode: mode });
  const { page, sent, complaints } = await arrive(browser());
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await press(page, 'return.stay');
  await see(page, 'verdict');

  const { base_url: service } = inject('demo');
  const { host } = new URL(service);
  expect(
    sent.map(({ url: to }) => to).filter((to) => !isInPage(to) && new URL(to).host !== host),
  ).toEqual([]);
  // The worker's requests are recorded as well as the page's: the worker fetches the models.
  expect(sent.some((request) => request.url.includes('/models/'))).toBe(true);

  const posts = sent.filter(({ method }) => method === 'POST');
  const steps = posts.map((request) => new URL(request.url).pathname.split('/').at(-1));
  // Counts each step once, since a busy machine may need a second attempt.
  expect([...new Set(steps)]).toEqual(['sessions', 'consent', 'camera', 'challenge', ...evidence]);
  expect(posts.filter((_request, at) => steps[at] !== 'pictures').flatMap(findPicture)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the search for pictures in requests finds one in every form', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  const all = [
    jpeg,
    json({ token: jpeg.toString('base64') }),
    json({ picture: [1, 2, 3] }),
    json({ samples: [['abc']] }),
    json({ token: 'x'.repeat(300) }),
    json({ samples: Array.from({ length: 40_000 }, () => 7) }),
  ];
  const sent = all.map((body) => ({
    method: 'POST',
    url: 'http://localhost/',
    contentType: 'application/json',
    body,
  }));
  expect(sent.filter((request) => findPicture(request).length === 0)).toEqual([]);
});

/** `data:` and `blob:` addresses never reach the network. */
const isInPage = (url: string): boolean => /^(data|blob):/.test(url);

/** @returns everything in the request that could be a picture */
function findPicture({ url, contentType, body = Buffer.alloc(0) }: Sent): string[] {
  const found: string[] = [];
  if (contentType !== 'application/json') found.push(`${url} sends ${contentType}`);
  if (body.length > LARGEST_BODY) found.push(`${url} sends ${body.length} bytes`);
  if (PICTURES.test(body.toString('latin1'))) found.push(`${url} sends what looks like a picture`);
  try {
    found.push(...findUnexpected(JSON.parse(body.toString()), '').map((what) => `${url}: ${what}`));
  } catch {
    found.push(`${url} sends no JSON`);
  }
  return found;
}

/** Finds members with unknown names, and strings that are not allowed at their path. */
function findUnexpected(value: unknown, path: string): string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [];
  if (typeof value === 'string') {
    const isWord =
      /^\.(token|attempt|notice|challenge_id|age_nonce)$/.test(path) && value.length <= 200;
    const isScope = path === '.scopes[]' && /^(face|document)$/.test(value);
    const isGesture = path === '.gestures[]' && /^(open_mouth|come_closer)$/.test(value);
    const isHash = path === '.pictures[][]' && /^[\w-]{43}$/.test(value);
    return isWord || isScope || isGesture || isHash ? [] : [`a string at ${path}`];
  }
  if (Array.isArray(value)) return value.flatMap((item) => findUnexpected(item, `${path}[]`));
  return Object.entries(value ?? {}).flatMap(([name, item]) => [
    ...(KNOWN.has(name) ? [] : [`the field ${path}.${name}`]),
    ...findUnexpected(item, `${path}.${name}`),
  ]);
}
