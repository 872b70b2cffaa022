import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageController } from '../../../widget/hosted/page-controller.ts';
import { makeView } from './views.ts';

/** Responds to all pending requests. */
let answer: () => void;

beforeEach(() => {
  const asked: ((response: Response) => void)[] = [];
  const done = { success: true, data: makeView({ step: 'done', status: 'success' }) };
  answer = () => asked.splice(0).forEach((resolve) => resolve(Response.json(done)));
  vi.stubGlobal('history', { state: null });
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.push(resolve)));
});

function arrive(view = makeView()) {
  const controller = new PageController({ kind: 'session', id: view.id }, () => undefined);
  controller.flow.dispatch({ type: 'opened', view });
  return controller;
}

const page = new Blob(['a page']);
const frame = new Uint8Array(1);
const evidence = { nonce: 'n', kind: 'mrz', frames: [frame, frame], page } as const;
const atDocument = makeView({ step: 'document', document: { nonce: 'n', allowed: ['passport'] } });

describe('the state “sending a document”', () => {
  it.each<[string, (controller: PageController) => Promise<void>]>([
    ['its pictures are judged', (controller) => controller.submitDocument(evidence)],
    ['a person is asked', (controller) => controller.requestReview({ page, face: page })],
  ])('is set while %s', async (_what, send) => {
    const controller = arrive(atDocument);
    const sent = send(controller);
    expect(controller.flow.state.sending).toBe(true);
    await vi.waitFor(() => expect(controller.flow.state.busy).toBe(true));
    answer();
    await sent;
    expect(controller.flow.state).toMatchObject({ sending: false, view: { step: 'done' } });
  });

  it('is cleared when the sending fails for an unexpected reason', async () => {
    const controller = arrive(atDocument);
    vi.spyOn(controller.reveal, 'settled').mockRejectedValue(new Error('unexpected'));
    await expect(controller.submitDocument(evidence)).rejects.toThrow('unexpected');
    expect(controller.flow.state.sending).toBe(false);
  });

  it('is not set while the person does something else', async () => {
    const controller = arrive(atDocument);
    const canceled = controller.session.cancel();
    expect(controller.flow.state).toMatchObject({ busy: true, sending: false });
    answer();
    await canceled;
  });
});
