import { describe, expect, it } from 'vitest';
import { advance, type FlowEvent, initialFlow } from '../../../../widget/hosted/state/flow.ts';
import { offersAssistance, pageOf } from '../../../../widget/hosted/state/pages.ts';
import { makeHandoff, makeView } from '../views.ts';

const LIVE: FlowEvent[] = [
  { type: 'engine', engine: { phase: 'ready', loadedBytes: 9, totalBytes: 9 } },
  { type: 'camera', camera: 'live' },
  { type: 'opened', view: makeView({ step: 'liveness' }) },
];
const run = (...events: FlowEvent[]) => [...LIVE, ...events].reduce(advance, initialFlow);
const name = (...events: FlowEvent[]) => pageOf(run(...events)).name;
const pause: FlowEvent = { type: 'paused', on: true };
const assist: FlowEvent = { type: 'assisting', on: true };

describe('a pause', () => {
  it('shows its own page until the person continues, with the link for assistance', () => {
    expect(name(pause)).toBe('paused');
    expect(offersAssistance(pageOf(run(pause)))).toBe(true);
    expect(name(pause, { type: 'paused', on: false })).toBe('liveness');
  });

  it('ends when the session moves to a phone', () => {
    const view = makeView({ step: 'liveness', handoff: makeHandoff('offered') });
    expect(run(pause, { type: 'resumed', view }).paused).toBe(false);
  });

  it('does not hide a lost camera', () => {
    expect(name(pause, { type: 'camera', camera: 'lost' })).toBe('camera');
  });
});

describe('more time for the movements', () => {
  it('is kept for the rest of the session', () => {
    const judged: FlowEvent = { type: 'judged', view: makeView({ step: 'age' }) };
    expect(run({ type: 'relaxed' }, pause, judged).relaxed).toBe(true);
  });
});

describe('the assistance page', () => {
  it('is shown over every step of the camera, and can be left again', () => {
    expect(name(assist)).toBe('assistance');
    expect(name({ type: 'camera', camera: 'denied' }, assist)).toBe('assistance');
    expect(name(assist, { type: 'assisting', on: false })).toBe('liveness');
  });

  it('is replaced by the next step and by the verdict', () => {
    expect(name(assist, { type: 'followed', view: makeView({ step: 'age' }) })).toBe('age');
    const done = makeView({ step: 'done', status: 'failed' });
    expect(name(assist, { type: 'resumed', view: done })).toBe('verdict');
  });
});
