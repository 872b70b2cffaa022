import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Flow } from '../../../../widget/hosted/state/flow.ts';
import { SessionController } from '../../../../widget/hosted/session/session-controller.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeView } from '../views.ts';

type Answer = SessionView | { code: string };

/** The server's responses, in order, and the requests it received. */
let answers: Answer[];
let requests: string[];

const onView = vi.fn<(view: SessionView) => void>();
const onRelease = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  requests = [];
  vi.stubGlobal('history', { state: null });
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    requests.push(`${method} ${url}`);
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError('no answer'));
    const body =
      'code' in answer
        ? { success: false, error: { code: answer.code, message: 'refused' } }
        : { success: true, data: answer };
    return Promise.resolve(Response.json(body));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Creates a controller that has opened a session. The server's next responses are `later`. */
async function open(view: SessionView, ...later: Answer[]) {
  answers = [view, ...later];
  const flow = new Flow(() => undefined);
  const reactions = { onView, onRequestEnd: () => undefined, onRelease };
  const session = new SessionController({ kind: 'session', id: view.id }, flow, reactions);
  await session.open();
  requests = [];
  return { flow, session };
}

describe('the session’s controller', () => {
  it('changes the session by one request and adopts the returned view', async () => {
    const { flow, session } = await open(makeView(), makeView({ step: 'liveness' }));
    await session.giveConsent();
    expect(requests).toEqual(['POST /v/sessions/s1/consent']);
    expect(flow.state).toMatchObject({ view: { step: 'liveness' }, busy: false });
    expect(onView).toHaveBeenCalledTimes(2);
  });

  it('reads the session when it was changed elsewhere', async () => {
    const { flow, session } = await open(
      makeView({ step: 'liveness' }),
      { code: 'CONFLICT' },
      makeView({ step: 'age' }),
    );
    await session.submitLiveness({ challenge_id: 'c', samples: [] }, performance.now() + 1_000);
    expect(requests).toEqual(['POST /v/sessions/s1/liveness', 'GET /v/sessions/s1']);
    expect(flow.state).toMatchObject({ view: { step: 'age' }, block: undefined });
  });

  it('shows why the server refused', async () => {
    const { flow, session } = await open(makeView(), { code: 'TOO_MANY_REQUESTS' });
    await session.cancel();
    expect(flow.state).toMatchObject({ block: 'too_many', busy: false });
    expect(onRelease).not.toHaveBeenCalled();
  });

  it('releases the device when the session is over, without reacting to its view', async () => {
    const done = makeView({ step: 'done', status: 'canceled' });
    const { session } = await open(makeView({ expires_in_ms: 60_000 }), done);
    onView.mockClear();
    await session.cancel();
    expect(onRelease).toHaveBeenCalledTimes(1);
    expect(onView).not.toHaveBeenCalled();
    // The session's clock has been stopped, so the device is not released a second time.
    vi.advanceTimersByTime(120_000);
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('releases the device when the time is up, then reads the return address', async () => {
    const expired = makeView({ step: 'done', status: 'expired' });
    const { flow } = await open(makeView({ expires_in_ms: 60_000 }), expired);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(flow.state.expired).toBe(true);
    expect(onRelease).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(flow.state.view?.status).toBe('expired');
  });

  it('reports the camera once, and tolerates a failure', async () => {
    const { flow, session } = await open(makeView());
    session.noteCamera();
    session.noteCamera();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['POST /v/sessions/s1/camera']);
    expect(flow.state.block).toBeUndefined();
  });
});
