import { describe, expect, it } from 'vitest';
import { encode } from 'uqr';
import { blockOf, isConflict } from '../../../../widget/hosted/state/blocks.ts';
import { readEntry, sessionPath } from '../../../../widget/hosted/session/entry.ts';
import { advance, type FlowEvent, initialFlow } from '../../../../widget/hosted/state/flow.ts';
import { isRunning, pageKey, pageOf, stepOf } from '../../../../widget/hosted/state/pages.ts';
import { isPhoneSized, offerOf } from '../../../../widget/hosted/handoff/offering.ts';
import { outlineQr } from '../../../../widget/qr-path.ts';
import { makeHandoff, makeView } from '../views.ts';

const LINK = { url: 'https://id.example/v/xho_x', code: '0427', endsAtMs: 300_000 };
const READY: FlowEvent[] = [
  { type: 'engine', engine: { phase: 'ready', loadedBytes: 9, totalBytes: 9 } },
  { type: 'camera', camera: 'live' },
];
const run = (...events: FlowEvent[]) => events.reduce(advance, initialFlow);
const offered = makeView({ handoff: makeHandoff('offered') });
const joined = makeView({ handoff: makeHandoff('joined') });
const atPhone = makeView({ handoff: makeHandoff('confirmed'), active: false });
const asked = makeView({ device: 'phone', active: false, handoff: makeHandoff('joined') });
const onPhone = makeView({ device: 'phone', handoff: makeHandoff('confirmed') });

describe('the address', () => {
  it('distinguishes a customer’s link, a hand-off link and a session', () => {
    const id = 'A'.repeat(43);
    expect(readEntry('/v/xit_abc')).toEqual({ kind: 'link', token: 'xit_abc' });
    expect(readEntry('/v/xho_abc/')).toEqual({ kind: 'handoff', token: 'xho_abc' });
    expect(readEntry(sessionPath(id))).toEqual({ kind: 'session', id });
    expect(readEntry('/v/')).toEqual({ kind: 'link', token: '' });
  });
});

describe('refusals', () => {
  it.each([
    ['NOT_FOUND', 'unknown_link', 'handoff_link'],
    ['UNAUTHORIZED', 'no_cookie', 'on_computer'],
    ['NETWORK', 'offline', 'offline'],
    ['ANYTHING', 'server', 'server'],
  ])('%s means %s on a computer and %s on a phone', (code, computer, phone) => {
    expect([blockOf(code, false), blockOf(code, true)]).toEqual([computer, phone]);
  });

  it('treats both conflict codes as a session that moved on', () => {
    const codes = ['CONFLICT', 'SESSION_ON_OTHER_DEVICE', 'UNAUTHORIZED'];
    expect(codes.map(isConflict)).toEqual([true, true, false]);
  });
});

describe('the offer', () => {
  const desk = { isPhone: false, hasCamera: undefined, inApp: undefined };

  it('is discreet on a computer, and prominent when the camera cannot be used', () => {
    expect(offerOf(makeView(), 'off', desk)).toBe('quiet');
    expect(offerOf(makeView(), 'off', { ...desk, hasCamera: false })).toBe('prominent');
    for (const camera of ['denied', 'missing', 'busy', 'lost'] as const)
      expect(offerOf(makeView({ step: 'liveness' }), camera, desk)).toBe('prominent');
  });

  it('is not made on a phone unless its camera fails', () => {
    const phone = { isPhone: true, hasCamera: true, inApp: undefined };
    expect(offerOf(makeView(), 'off', phone)).toBe('none');
    expect(offerOf(makeView(), 'denied', phone)).toBe('quiet');
  });

  it('is always made inside an in-app browser, as long as the check can still be moved', () => {
    const app = { isPhone: true, hasCamera: true, inApp: 'ios' } as const;
    expect(offerOf(makeView(), 'off', app)).toBe('quiet');
    expect(offerOf(makeView(), 'denied', app)).toBe('prominent');
    expect(offerOf(makeView({ step: 'age' }), 'denied', app)).toBe('none');
  });

  it('is not made on the phone of a hand-off, nor once the movements are done', () => {
    expect(offerOf(onPhone, 'denied', desk)).toBe('none');
    expect(offerOf(makeView({ step: 'age' }), 'lost', desk)).toBe('none');
  });

  it('treats a small touch screen as a phone in either orientation, and not a tablet', () => {
    expect(isPhoneSized(true, { width: 390, height: 844 })).toBe(true);
    expect(isPhoneSized(true, { width: 844, height: 390 })).toBe(true);
    expect(isPhoneSized(true, { width: 820, height: 1180 })).toBe(false);
    expect(isPhoneSized(false, { width: 390, height: 844 })).toBe(false);
  });
});

describe('hand-off on the computer', () => {
  it('shows the link, the joined phone, and the working phone as separate pages', () => {
    const keys = [offered, joined, atPhone].map((view) =>
      pageKey(pageOf(run({ type: 'opened', view }))),
    );
    expect(keys).toEqual(['handoff:offered', 'handoff:joined', 'handoff:confirmed']);
  });

  it('counts the steps of the phone, and none before it starts', () => {
    const stepAfter = (view: typeof offered) => stepOf(pageOf(run({ type: 'opened', view })));
    expect(stepAfter(joined)).toBeUndefined();
    expect(stepAfter(atPhone)).toBe('welcome');
    expect(stepAfter({ ...atPhone, step: 'age' })).toBe('age');
  });

  it('forgets the link when a phone has used it', () => {
    const events: FlowEvent[] = [
      { type: 'linked', link: LINK },
      { type: 'resumed', view: offered },
    ];
    expect(run(...events).link).toEqual(LINK);
    expect(run(...events, { type: 'followed', view: joined }).link).toBeUndefined();
  });

  it('reports that the phone has left, unless this computer ended the hand-off', () => {
    const before: FlowEvent[] = [{ type: 'opened', view: joined }];
    const view = makeView();
    expect(run(...before, { type: 'followed', view }).phoneLeft).toBe(true);
    expect(run(...before, { type: 'resumed', view }).phoneLeft).toBe(false);
    const left = [...before, { type: 'followed', view } as const];
    expect(run(...left, { type: 'followed', view }).phoneLeft).toBe(true);
    expect(run(...left, { type: 'resumed', view: offered }).phoneLeft).toBe(false);
  });

  it('says that it has no connection while a phone runs the check', () => {
    const offline: FlowEvent = { type: 'blocked', block: 'offline' };
    expect(pageOf(run({ type: 'opened', view: atPhone }, offline)).name).toBe('blocked');
  });
});

describe('hand-off on the phone', () => {
  it('asks whose computer it is before anything else, and offers no cancel', () => {
    const page = pageOf(run({ type: 'opened', view: asked }, ...READY));
    expect(page.name).toBe('join');
    expect(isRunning(page)).toBe(false);
  });

  it('goes through the usual steps once its owner confirmed', () => {
    const page = (step: 'consent' | 'liveness') =>
      pageOf(run({ type: 'opened', view: { ...onPhone, step } }, ...READY)).name;
    expect([page('consent'), page('liveness')]).toEqual(['welcome', 'liveness']);
  });

  it('keeps the problem of an attempt when its own change is echoed', () => {
    const view = { ...onPhone, step: 'liveness', problem: 'no_face' } as const;
    const judged: FlowEvent[] = [...READY, { type: 'judged', view }];
    expect(pageOf(run(...judged, { type: 'followed', view })).name).toBe('retry');
    const again: FlowEvent[] = [...judged, { type: 'try_again' }];
    expect(pageOf(run(...again, { type: 'followed', view })).name).toBe('liveness');
  });

  it('offers no cancel once it no longer controls the session', () => {
    for (const block of ['handoff_link', 'handoff_refused', 'on_computer'] as const)
      expect(isRunning({ name: 'blocked', block })).toBe(false);
  });
});

describe('QR code', () => {
  it('draws exactly the dark modules, with a quiet zone of four', () => {
    const { size, path } = outlineQr(LINK.url);
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
    expect(drawn).toEqual(encode(LINK.url, { ecc: 'M', border: 4 }).data);
    const margin = [...drawn.slice(0, 4), ...drawn.slice(-4)].flat();
    expect(margin.includes(true)).toBe(false);
    expect(path.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, '')).toBe('');
  });

  it('holds a link with a long host', () => {
    expect(
      outlineQr(`https://${'a'.repeat(60)}.example/v/xho_${'x'.repeat(86)}`).size,
    ).toBeLessThan(70);
  });

  it('encodes a wallet link in modules large enough for a camera', () => {
    expect(outlineQr(`av://?${'x'.repeat(790)}`).size).toBeLessThan(106);
  });
});
