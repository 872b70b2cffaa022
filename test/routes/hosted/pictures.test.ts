import { afterEach, describe, expect, it, vi } from 'vitest';
import { EdgeVisit, toFile } from '../../support/visitor/edge-visit.ts';
import { goTo } from '../../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

describe('a check that is measured at the edge', () => {
  it.each(['easy', 'medium', 'hard'])('passes with the requested pictures: %s', async (level) => {
    const visit = (await EdgeVisit.begin({ liveness_difficulty: level })).light();
    const moved = await visit.move();
    expect(moved.body.data).toMatchObject({
      step: 'age',
      measured: 'edge',
      reveal: { step: 'liveness', due_in_ms: 10_000 },
    });
    const { times } = moved.body.data.reveal;
    const revealed = await visit.reveal();
    expect(revealed.body.data.reveal).toBeUndefined();
    const estimated = await visit.estimate();
    expect(estimated.body.data).toMatchObject({ step: 'age', reveal: { step: 'age' } });
    expect(estimated.body.data.age_nonce).toBeUndefined();
    const all = [...times, ...estimated.body.data.reveal.times];
    expect(all.length).toBeGreaterThanOrEqual(11);
    expect(all.length).toBeLessThanOrEqual(18);
    expect((await visit.reveal()).body.data).toMatchObject({ status: 'success' });
    expect(await visit.result()).toMatchObject({
      verified: true,
      checks: { liveness: { passed: true, light: 'answers' }, age: { passed: true } },
      risk: { band: 'low' },
      measured: 'edge',
    });
  });
});

describe('the age step at the edge', () => {
  it.each([
    [30, 'is over after 0.6 seconds, without an estimate', { reveal: { step: 'age' } }],
    [20, 'counts as an attempt when it was shorter', { problem: 'age_unclear' }],
  ])('with a sample every %i ms %s', async (stepMs, _, view) => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    const estimated = await visit.estimate(undefined, undefined, stepMs);
    expect(estimated.body.data).toMatchObject({ step: 'age', ...view });
  });
});

const jpegOf = (bytes: number): Uint8Array<ArrayBuffer> => {
  const jpeg = new Uint8Array(bytes);
  jpeg.set([0xff, 0xd8, 0xff]);
  return jpeg;
};

describe('an upload of pictures', () => {
  async function waiting() {
    const visit = await EdgeVisit.begin();
    const { times } = (await visit.move()).body.data.reveal as { times: number[] };
    const parts = times.map((t) => [String(t), visit.kept.get(t)?.jpeg ?? jpegOf(9)] as const);
    return { visit, parts };
  }

  it.each([
    ['one picture fewer', (parts: Parts) => parts.slice(1)],
    ['one picture more', (parts: Parts) => [...parts, ['1', jpegOf(9)] as const]],
    ['one picture twice', (parts: Parts) => [...parts, ...parts.slice(0, 1)]],
    ['another time', ([, ...rest]: Parts) => [['1', jpegOf(9)] as const, ...rest]],
    ['a name that is not a time', ([, ...rest]: Parts) => [['first', jpegOf(9)] as const, ...rest]],
    [
      'a picture above 40 KiB',
      (parts: Parts) => [...parts.slice(1), [parts[0]![0], jpegOf(40 * 1024 + 1)] as const],
    ],
    [
      'bytes that are not a JPEG',
      (parts: Parts) => [...parts.slice(1), [parts[0]![0], new Uint8Array(9)] as const],
    ],
    ['no picture', () => []],
    [
      'thirteen pictures',
      () => Array.from({ length: 13 }, (_, t) => [String(t), jpegOf(9)] as const),
    ],
  ] as [string, (parts: Parts) => Parts][])(
    'with %s is 400 and changes nothing',
    async (_what, change) => {
      const { visit, parts } = await waiting();
      const refused = await visit.send('liveness', change(parts));
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'INVALID_PICTURE']);
      expect(visit.face.requests).toEqual([]);
      expect((await visit.send('liveness', parts)).body.data.step).toBe('age');
    },
  );

  it('with another type, for another step or without a form is 400 and changes nothing', async () => {
    const { visit, parts } = await waiting();
    const other = new FormData();
    other.set('step', 'liveness');
    for (const [name, jpeg] of parts) other.append(name, toFile(jpeg, 'image/png'));
    const noForm = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const attempts = [
      visit.browser.send('pictures', other),
      visit.send('document', parts),
      visit.browser.send('pictures', 'nonsense', noForm),
      visit.browser.step('pictures', { step: 'liveness' }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await visit.send('liveness', parts)).body.data.step).toBe('age');
  });

  it('above 600 KiB in total is 413, with or without a Content-Length', async () => {
    const { visit, parts } = await waiting();
    const large = parts.map(([name]) => [name, jpegOf(70 * 1024)] as const);
    expect((await visit.send('liveness', large)).status).toBe(413);
    const form = new FormData();
    for (const [name, jpeg] of large) form.append(name, toFile(jpeg));
    const { body, headers } = new Response(form);
    const type = headers.get('Content-Type') ?? '';
    const streamed = await visit.browser.send('pictures', body ?? '', { 'Content-Type': type });
    expect(streamed.status).toBe(413);
    expect((await visit.send('liveness', parts)).body.data.step).toBe('age');
  });

  it('from another site, or from a browser without the cookie, is refused', async () => {
    const { visit, parts } = await waiting();
    const form = new FormData();
    form.set('step', 'liveness');
    const foreign = await visit.browser.send('pictures', form, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const cookies = visit.browser.cookieHeader;
    visit.browser.forgetCookies();
    expect((await visit.send('liveness', parts)).status).toBe(401);
    const [name, value] = cookies.split('=');
    visit.browser.setCookie(name!, value!);
    expect((await visit.send('liveness', parts)).status).toBe(200);
  });

  it('costs no attempt while nothing can be measured, and can be sent again', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { visit, parts } = await waiting();
    visit.face.failure = new TypeError('no such Worker');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      goTo(9_000);
      const failed = await visit.send('liveness', parts);
      expect([failed.status, failed.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
      expect(failed.headers.get('Retry-After')).toBe('10');
    }
    expect(logged.mock.calls.at(-1)).toEqual([
      JSON.stringify({ event: 'face_worker_unavailable', error: 'TypeError' }),
    ]);
    logged.mockRestore();
    visit.face.failure = undefined;
    const { data } = (await visit.send('liveness', parts)).body;
    expect(data).toMatchObject({ step: 'age', attempts_left: { liveness: 3 } });
  });

  it('is in time if it arrives before the end, however long measuring takes', async () => {
    const { visit, parts } = await waiting();
    goTo(9_900);
    const measure = visit.face.measure.bind(visit.face);
    vi.spyOn(visit.face, 'measure').mockImplementation((request) => {
      goTo(8_000);
      return measure(request);
    });
    expect((await visit.send('liveness', parts)).body.data.step).toBe('age');
  });
});

type Parts = (readonly [string, Uint8Array<ArrayBuffer>])[];
