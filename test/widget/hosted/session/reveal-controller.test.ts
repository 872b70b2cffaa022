import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DuePicture } from '../../../../widget/hosted/engine/kept-pictures.ts';
import { Flow, type ViewEvent } from '../../../../widget/hosted/state/flow.ts';
import { RevealController } from '../../../../widget/hosted/session/reveal-controller.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeView } from '../views.ts';

const DUE_MS = 10_000;
const asking = (over: Partial<SessionView> = {}) =>
  makeView({
    step: 'age',
    measured: 'edge',
    age_nonce: 'n1',
    reveal: { step: 'liveness', times: [0, 66.67], due_in_ms: DUE_MS },
    ...over,
  });
const answered = makeView({ step: 'age', measured: 'edge', age_nonce: 'n1' });

/**
 * The server's responses to uploaded pictures, in order. Once none are left, each upload fails with
 * a network error.
 */
let answers: (SessionView | { code: string })[];
let urls: string[];
let forms: FormData[];
let album: DuePicture[];
let asked: (readonly number[])[];
/** The steps whose pictures were deleted, each with the number of uploads before the deletion. */
let forgotten: [string, number][];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  urls = [];
  forms = [];
  asked = [];
  forgotten = [];
  album = [
    [0, Uint8Array.of(255, 216, 1)],
    [66.67, Uint8Array.of(255, 216, 2)],
  ];
  vi.stubGlobal('fetch', (url: string, { body }: { body: FormData }) => {
    urls.push(url);
    forms.push(body);
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError('no answer'));
    const envelope =
      'code' in answer
        ? { success: false, error: { code: answer.code, message: 'refused' } }
        : { success: true, data: answer };
    return Promise.resolve(Response.json(envelope));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a page that receives the view `later` when it reads its session again. */
function makePage(later: SessionView = answered) {
  const flow = new Flow(() => undefined);
  const engine = {
    reveal: (_step: string, times: readonly number[]) => {
      asked.push(times);
      return Promise.resolve(album.filter(([t]) => times.includes(t)));
    },
    forget: (step: string) => void forgotten.push([step, forms.length]),
  };
  const take = (type: ViewEvent, view: SessionView) => {
    flow.dispatch({ type, view });
    reveal.follow(view);
  };
  const reload = vi.fn<() => Promise<void>>(() => Promise.resolve(take('judged', later)));
  const reveal: RevealController = new RevealController(flow, { take, reload }, engine);
  return { flow, reveal, reload, see: (view: SessionView) => take('judged', view) };
}

/** Whether no pictures are due any more, so that the next submission may be sent. */
async function isSettled(reveal: RevealController): Promise<boolean> {
  let settled = false;
  void reveal.settled().then(() => (settled = true));
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

describe('pictures drawn by the server', () => {
  it('are sent as files named by their times, with their step (D-80)', async () => {
    const { reveal, see, flow } = makePage();
    answers = [answered];
    see(asking());
    await reveal.settled();
    expect(urls).toEqual(['/v/sessions/s1/pictures']);
    const [form] = forms;
    expect([...(form?.keys() ?? [])]).toEqual(['step', '0', '66.67']);
    expect(form?.get('step')).toBe('liveness');
    const file = form?.get('66.67') as File;
    expect([file.type, new Uint8Array(await file.arrayBuffer())]).toEqual([
      'image/jpeg',
      Uint8Array.of(255, 216, 2),
    ]);
    expect(flow.state.view).toEqual(answered);
  });

  it('delay the next submission until the server has answered, and nothing else', async () => {
    const { reveal, see } = makePage();
    expect(await isSettled(reveal)).toBe(true);
    answers = [{ code: 'UNAVAILABLE' }, answered];
    see(asking());
    expect(await isSettled(reveal)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await isSettled(reveal)).toBe(true);
  });

  it('are sent again, the same ones, when the answer is lost', async () => {
    const { reveal, see } = makePage();
    see(asking());
    await vi.advanceTimersByTimeAsync(1_000);
    answers = [answered];
    await vi.advanceTimersByTimeAsync(1_000);
    await reveal.settled();
    expect(forms.length).toBeGreaterThan(1);
    expect(forms.map((form) => [...form.keys()].length)).toEqual(forms.map(() => 3));
  });

  it('are sent once, even if several views request them', async () => {
    const { reveal, see } = makePage();
    answers = [answered];
    see(asking());
    see(asking());
    await reveal.settled();
    expect(forms).toHaveLength(1);
  });

  it.each(['CONFLICT', 'INVALID_PICTURE', 'PAYLOAD_TOO_LARGE'])(
    'refused with %s are not sent again: the view decides',
    async (code) => {
      const failed = makeView({ step: 'liveness', problem: 'not_accepted' });
      const { reveal, see, flow, reload } = makePage(failed);
      answers = [{ code }];
      see(asking());
      await reveal.settled();
      expect([forms.length, reload.mock.calls.length]).toEqual([1, 1]);
      expect(flow.state.problem).toBe('not_accepted');
    },
  );

  it('are abandoned when their time is over: then the view decides', async () => {
    const { reveal, see, reload } = makePage();
    see(asking());
    await vi.advanceTimersByTimeAsync(DUE_MS - 100);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await isSettled(reveal)).toBe(true);
  });

  it('cause one read of the session after their time when a reload has lost them', async () => {
    const { reveal, see, reload } = makePage();
    album = [];
    see(asking());
    await vi.advanceTimersByTimeAsync(DUE_MS);
    expect([forms.length, reload.mock.calls.length]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await isSettled(reveal)).toBe(true);
  });

  it('are polled for calmly while the server waits for them', async () => {
    const late = asking({ reveal: { step: 'liveness', times: [0, 66.67], due_in_ms: 0 } });
    const { see, reload } = makePage(late);
    album = [];
    see(late);
    await vi.advanceTimersByTimeAsync(5_500);
    expect(reload).toHaveBeenCalledTimes(5);
  });

  it('are still available when they could not be measured and their time restarts', async () => {
    const { reveal, see, reload, flow } = makePage(asking());
    answers = Array.from({ length: 20 }, () => ({ code: 'UNAVAILABLE' }));
    see(asking());
    await vi.advanceTimersByTimeAsync(DUE_MS + 2_000);
    expect(reload).toHaveBeenCalledTimes(1);
    answers = [answered];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await isSettled(reveal)).toBe(true);
    expect(forms.every((form) => [...form.keys()].length === 3)).toBe(true);
    expect(flow.state.view).toEqual(answered);
  });

  it('are not sent by a device that is not in control', async () => {
    const { reveal, see } = makePage();
    see(asking({ active: false }));
    await reveal.settled();
    expect([forms.length, asked.length]).toEqual([0, 0]);
  });

  it('do not replace the view of a session that has ended meanwhile', async () => {
    const { flow, reveal, see } = makePage();
    answers = [answered];
    see(asking());
    const done = makeView({ step: 'done', status: 'canceled' });
    flow.dispatch({ type: 'resumed', view: done });
    await reveal.settled();
    expect(flow.state.view).toEqual(done);
  });
});

describe('a replacement for a picture without a face (D-87)', () => {
  const again = asking({ reveal: { step: 'liveness', times: [133.33], due_in_ms: DUE_MS } });

  it('is sent alone, while the step’s other pictures remain available', async () => {
    const { reveal, see, flow } = makePage();
    album.push([133.33, Uint8Array.of(255, 216, 3)]);
    answers = [again, answered];
    see(asking());
    await reveal.settled();
    expect(forms.map((form) => [...form.keys()])).toEqual([
      ['step', '0', '66.67'],
      ['step', '133.33'],
    ]);
    expect(forgotten).toEqual([['liveness', 2]]);
    expect(flow.state.view).toEqual(answered);
  });

  it('also delays the next submission', async () => {
    const { reveal, see } = makePage();
    album.push([133.33, Uint8Array.of(255, 216, 3)]);
    answers = [again, { code: 'UNAVAILABLE' }];
    see(asking());
    await vi.advanceTimersByTimeAsync(100);
    expect(await isSettled(reveal)).toBe(false);
  });
});

describe('pictures not drawn by the server', () => {
  it('are deleted when a submission was answered without a request for pictures', () => {
    const { reveal } = makePage();
    reveal.forgetRest('age');
    expect(forgotten).toEqual([['age', 0]]);
  });

  it('are kept until the drawn ones were judged', async () => {
    const { reveal, see } = makePage();
    answers = [answered];
    see(asking());
    reveal.forgetRest('liveness');
    expect(forgotten).toEqual([]);
    await reveal.settled();
    expect(forgotten).toEqual([['liveness', 1]]);
  });
});
