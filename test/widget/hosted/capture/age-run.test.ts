import { describe, expect, it, vi } from 'vitest';
import { AgeRun } from '../../../../widget/hosted/capture/age-run.ts';
import type { CaptureView } from '../../../../widget/hosted/capture/view.ts';
import type { PictureRow } from '../../../../widget/hosted/engine/kept-pictures.ts';
import type { PageController } from '../../../../widget/hosted/page-controller.ts';
import type { AgeSubmission, SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeFace, readingOf, STAGE } from '../faces.ts';
import { makeView } from '../views.ts';

const atAge = (over: Partial<SessionView> = {}) =>
  makeView({ step: 'age', age_nonce: 'n1', measured: 'edge', ...over });

const withoutNonce = ({ age_nonce: _nonce, ...view }: SessionView): SessionView => view;

/**
 * Creates a page at the age step. The pictures of the liveness movements are still being submitted
 * until `settle` is called.
 */
function makePage(view: SessionView) {
  const shown: CaptureView[] = [];
  let settle = () => undefined as void;
  const due = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const submitAge = vi.fn<(submission: AgeSubmission) => Promise<void>>(() => Promise.resolve());
  const commit = vi.fn<
    (step: string, nonce: string, rows: readonly PictureRow[]) => Promise<[number, string][]>
  >((_step, _nonce, rows) =>
    Promise.resolve(rows.map(([picture, t]) => [t, `hash of ${picture}`])),
  );
  const keep = vi.fn<(picture: number) => void>();
  const state = { view };
  const page = {
    flow: { state },
    engine: { keep, commit },
    session: { submitAge },
    camera: { signals: { report: () => undefined } },
    reveal: { settled: () => due, forgetRest: () => undefined },
  } as unknown as PageController;
  const run = new AgeRun(
    page,
    view.age_nonce,
    () => STAGE,
    (next) => void shown.push(next),
  );
  return { run, shown, state, settle: () => settle(), submitAge, commit, keep };
}

/** Simulates a person who looks into the camera until there are enough samples. */
async function look(run: AgeRun): Promise<void> {
  for (let n = 0; n < 120; n++) {
    const ms = n * 33;
    const face = makeFace(run.wantsAge(ms) ? { age: 31 } : {});
    run.onReading(ms, { ...readingOf(face), ...(run.isKeeping && { picture: n }) });
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

describe('the age step', () => {
  it('commits to the picture of every sample, and waits until those of the movements were judged', async () => {
    const { run, settle, submitAge, commit, keep } = makePage(atAge());
    await look(run);
    expect([commit.mock.calls.length, submitAge.mock.calls.length]).toEqual([1, 0]);
    // From now on, the page does not measure camera pictures, which leaves the processor free for
    // the pictures that have been sent.
    expect(run.isWatching).toBe(false);
    settle();
    await vi.waitFor(() => expect(submitAge).toHaveBeenCalledTimes(1));
    const sent = submitAge.mock.calls.flat();
    expect(sent.map(({ age_nonce: nonce }) => nonce)).toEqual(['n1']);
    const samples = sent.flatMap((submission) => submission.samples);
    const pictures = sent.flatMap((submission) => submission.pictures ?? []);
    expect(pictures.map(([t]) => t)).toEqual(samples.map(({ t }) => t));
    expect(keep.mock.calls.map(([picture]) => `hash of ${picture}`)).toEqual(
      pictures.map(([, hash]) => hash),
    );
  });

  it('requests nothing more while its pictures are measured', async () => {
    const { run, shown, settle, submitAge } = makePage(withoutNonce(atAge()));
    settle();
    await look(run);
    expect(run.isWatching).toBe(false);
    expect(shown.map(({ message }) => message)).toEqual(['one_moment']);
    expect(submitAge).not.toHaveBeenCalled();
  });

  it('sends nothing when the movements were refused after all', async () => {
    const { run, state, settle, submitAge } = makePage(atAge());
    await look(run);
    state.view = makeView({ step: 'liveness', problem: 'not_accepted' });
    settle();
    await look(run);
    expect(submitAge).not.toHaveBeenCalled();
  });

  it('keeps and mentions no pictures when the check is measured on the device', async () => {
    const { run, settle, submitAge, commit, keep } = makePage(atAge({ measured: 'device' }));
    settle();
    await look(run);
    await vi.waitFor(() => expect(submitAge).toHaveBeenCalledTimes(1));
    expect(submitAge.mock.calls[0]?.[0]).not.toHaveProperty('pictures');
    expect([keep.mock.calls, commit.mock.calls]).toEqual([[], []]);
  });
});
