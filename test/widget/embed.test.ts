import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { open } from '../../widget/embed/embed.ts';
import { followStatus } from '../../widget/embed/follow-status.ts';
import { CHANNEL, readMessage } from '../../widget/embed/messages.ts';
import { messagesFor, readEmbedder } from '../../widget/hosted/site/embedding.ts';
import { advance, initialFlow } from '../../widget/hosted/state/flow.ts';
import { makeView } from './hosted/views.ts';

const modal = vi.hoisted(() => ({ closeByVisitor: (): unknown => undefined }));
vi.mock('../../widget/embed/modal.ts', () => ({
  openModal: (_url: string, _texts: object, onClose: () => void) => {
    modal.closeByVisitor = onClose;
    const frame = { contentWindow: 'frame', addEventListener: () => undefined };
    return { frame, close: () => undefined };
  },
}));

const SERVICE = 'https://verify.example';

describe('the page in a frame', () => {
  it('takes the embedding origin from the link, and accepts only a plain origin', () => {
    const hash = (text: string) => `#embed=${encodeURIComponent(text)}`;
    expect(readEmbedder(hash('https://shop.example'))).toBe('https://shop.example');
    expect(readEmbedder(hash('http://localhost:8788'))).toBe('http://localhost:8788');
    for (const text of ['*', 'null', 'https://shop.example/', 'https://shop.example/a', '', 'x'])
      expect(readEmbedder(hash(text))).toBeUndefined();
    expect(readEmbedder('#embed=%E0%A4%A')).toBeUndefined();
    expect(readEmbedder('')).toBeUndefined();
  });

  it('reports each step once, then the outcome with the token for the backend', () => {
    const opened = advance(initialFlow, { type: 'opened', view: makeView() });
    expect(messagesFor(initialFlow, opened)).toEqual([
      { type: 'ready' },
      { type: 'step', step: 'consent' },
    ]);
    expect(messagesFor(opened, opened)).toEqual([]);
    const next = advance(opened, { type: 'resumed', view: makeView({ step: 'liveness' }) });
    expect(messagesFor(opened, next)).toEqual([{ type: 'step', step: 'liveness' }]);
    const returnUrl = 'https://shop.example/back?token=own&status=success&token=xtk_1';
    const done = advance(next, {
      type: 'judged',
      view: makeView({ step: 'done', outcome: { status: 'success', return_url: returnUrl } }),
    });
    expect(messagesFor(next, done)).toEqual([
      { type: 'outcome', status: 'success', token: 'xtk_1', return_url: returnUrl },
    ]);
    expect(messagesFor(done, done)).toEqual([]);
  });

  it('reports why the check is blocked', () => {
    const blocked = advance(initialFlow, { type: 'blocked', block: 'opened_elsewhere' });
    expect(messagesFor(initialFlow, blocked)).toEqual([
      { type: 'error', code: 'opened_elsewhere' },
    ]);
  });
});

describe('embed.js', () => {
  const frame = {};
  const expected = { origin: SERVICE, source: frame };
  const data = { channel: CHANNEL, type: 'ready' };
  const event = { origin: SERVICE, source: frame as MessageEventSource, data };

  it('accepts only messages of the frame it created', () => {
    expect(readMessage(event, expected)).toEqual(data);
  });

  it.each([
    ['another origin', { ...event, origin: 'https://verify.example.evil.example' }],
    ['another window of the service', { ...event, source: {} as MessageEventSource }],
    ['no window', { ...event, source: null }],
    ['another channel', { ...event, data: { type: 'ready' } }],
    ['no object', { ...event, data: 'ready' }],
    ['nothing', { ...event, data: null }],
    ['no type', { ...event, data: { channel: CHANNEL } }],
  ])('ignores %s', (_name, other) => {
    expect(readMessage(other, expected)).toBeUndefined();
  });
});

describe('a dialog that the visitor closes', () => {
  /**
   * @returns the received events, the navigations, and a function that posts messages as the page
   *   in the frame does
   */
  function begin(options?: object) {
    let receive: (event: object) => void = () => undefined;
    const went: string[] = [];
    const heard: object[] = [];
    vi.stubGlobal('addEventListener', (_type: string, listener: typeof receive) => {
      receive = listener;
    });
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('location', {
      origin: 'https://shop.example',
      assign: (to: string) => went.push(to),
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const check = open(`${SERVICE}/v/xit_1`, options);
    for (const type of ['success', 'failed', 'canceled'] as const)
      check.on(type, (event) => heard.push(event));
    const post = (message: object) =>
      receive({ origin: SERVICE, source: 'frame', data: { channel: CHANNEL, ...message } });
    return { post, went, heard };
  }

  const returnUrl = 'https://shop.example/back?status=success&token=xtk_1';
  const outcome = { type: 'outcome', status: 'success', token: 'xtk_1', return_url: returnUrl };
  const passed = { status: 'success', token: 'xtk_1' };

  it('leads to the callback after the end, as the page’s own link does', () => {
    const { post, went, heard } = begin();
    post({ type: 'ready' });
    post(outcome);
    modal.closeByVisitor();
    expect([went, heard]).toEqual([[returnUrl], [passed]]);
  });

  it('stays on the page that the customer wants, and cancels the check before its end', () => {
    const staying = begin({ redirect: false });
    staying.post(outcome);
    modal.closeByVisitor();
    expect([staying.went, staying.heard]).toEqual([[], [passed]]);
    const early = begin();
    early.post(outcome);
    // After the outcome, the visitor decides to show a document, so the check continues.
    early.post({ type: 'ready' });
    modal.closeByVisitor();
    expect([early.went, early.heard]).toEqual([[], [passed, { status: 'canceled' }]]);
  });
});

describe('a check in its own tab', () => {
  it('is polled with one request at a time, and reports nothing once it is no longer watched', async () => {
    vi.useFakeTimers();
    const answers: ((status: string) => void)[] = [];
    vi.stubGlobal('fetch', () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      answers.push((status) => resolve(Response.json({ data: { status, token: 'xtk_1' } })));
      return promise;
    });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const onOutcome = vi.fn<() => void>();
    followStatus(SERVICE, 'xit_1', 'pk_test_a', onOutcome);
    const stop = followStatus(SERVICE, 'xit_2', 'pk_test_a', onOutcome);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(answers).toHaveLength(2);
    stop();
    for (const answer of answers) answer('success');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(onOutcome.mock.calls).toEqual([['success', 'xtk_1']]);
    expect(answers).toHaveLength(2);
  });
});
