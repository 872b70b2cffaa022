// The consoles' choices for a customer's policy match the rules that apply when sessions are
// created.
import { describe, expect, it } from 'vitest';
import { differing } from '../../../widget/console/dashboard/pages/policy/changes.ts';
import { joinAccept } from '../../../src/domain/verification/rules/opening/accept.ts';
import { documentRules } from '../../../src/domain/verification/rules/document/document-rules.ts';
import {
  USUAL_ORDER as RULED_ORDER,
  waysOf,
} from '../../../src/domain/verification/rules/opening/ways.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { needsDocument } from '../../../src/domain/verification/rules/session/machine.ts';
import type { WireSettings } from '../../../widget/console/api/wire.ts';
import {
  DOCUMENTS,
  METHODS,
  type MethodsDraft,
} from '../../../widget/console/dashboard/pages/policy/methods-draft.ts';
import {
  moved,
  orderOf,
  USUAL_ORDER,
} from '../../../widget/console/dashboard/pages/policy/order.ts';
import { faultOfChoice, wayOf } from '../../../widget/console/dashboard/pages/policy/way.ts';
import { offeredYears } from '../../../widget/console/margin-choices.ts';
import type { ConsoleTexts } from '../../../widget/console/texts/languages.ts';

type Settings = WireSettings;

describe('margins in years', () => {
  it('begin at the floor of the service, below which every value would be refused', () => {
    expect(offeredYears(2, null)).toEqual([2, 3, 5, 7, 9, 11, 15]);
    expect(offeredYears(0, null)).toEqual([0, 2, 3, 5, 7, 9, 11, 15]);
    expect(offeredYears(4, null)).toEqual([4, 5, 7, 9, 11, 15]);
    expect(offeredYears(18, null)).toEqual([18]);
  });

  it('include the saved number', () => {
    expect(offeredYears(2, 4.5)).toEqual([2, 3, 4.5, 5, 7, 9, 11, 15]);
    expect(offeredYears(2, 7)).toEqual(offeredYears(2, null));
  });
});

type Mode = Settings['required_method'];

const MODES: readonly Mode[] = [null, 'facial', 'document'];
const ON = ['agate_id', 'agate_id_face', 'document_step_up', 'reviews'] as const;
const WORKERS = { face: true, documents: true, wallet: true };

const subsets = <T>(all: readonly T[]): T[][] =>
  all.reduce<T[][]>((some, each) => [...some, ...some.map((one) => [...one, each])], [[]]);

const draftOf = (
  methods: MethodsDraft['methods'],
  on: MethodsDraft['on'],
  order: MethodsDraft['order'] = null,
): MethodsDraft => ({
  methods,
  order,
  documents: [...DOCUMENTS],
  on,
});

/** A translator that returns each key instead of its text. */
const keys = ((key: string) => key) as ConsoleTexts;

/**
 * Returns the text keys of the methods that the server's rules allow, in order, for a session whose
 * request names no mode.
 */
function ruledWay(required: Mode, { methods, on, order }: MethodsDraft): string[] {
  const kind = { mode: required ?? 'auto', purpose: 'age_verification', workers: WORKERS } as const;
  const isOn = (name: (typeof ON)[number]) => on.includes(name);
  const joined = joinAccept(
    kind,
    { agateId: isOn('agate_id') },
    { ...(methods !== null && { methods }), ...(order !== null && { order }) },
  );
  if (!joined.ok) return [];
  const { accept } = joined;
  const takes = documentRules({ ...kind, accept }, WORKERS, {
    allowed: DOCUMENTS,
    stepUp: isOn('document_step_up'),
  });
  const review = takes && isOn('reviews') ? ['way.review'] : [];
  if (required === 'facial') return ['way.face'];
  if (needsDocument(kind)) return ['way.movements', 'way.document_always', ...review];
  const account = isOn('agate_id_face') ? 'way.account_face' : 'way.account';
  const request = { ...kind, accept } as unknown as SessionRecord['request'];
  const offer = {
    ...(takes && { documents: takes }),
    ...(accept.methods.includes('wallet') && { wallet: {} }),
  } as SessionRecord['offer'];
  const ways = waysOf({ request, offer });
  const isFirst = ways.indexOf('document') < ways.indexOf('face');
  const said = { account, document: isFirst ? 'way.document_choice' : 'way.document' };
  return [...ways.map((way) => said[way as keyof typeof said] ?? `way.${way}`), ...review];
}

describe('the order in which a visitor is asked for proof', () => {
  it('includes no estimate when every session requires a document', () => {
    const draft = draftOf(null, ON);
    const always = ['way.movements', 'way.document_always', 'way.review'];
    expect(wayOf('document', draft, keys)).toEqual(always);
    const alone = draftOf(['document'], []);
    expect(wayOf('document', alone, keys)).toEqual(['way.movements', 'way.document_always']);
    expect(wayOf('facial', draft, keys)).toEqual(['way.face']);
  });

  it.each(MODES)(
    'matches the server’s rules for any accepted methods, with the mode %s',
    (mode) => {
      for (const methods of [null, ...subsets(METHODS)])
        for (const on of subsets(ON)) {
          const draft = draftOf(methods, on);
          expect([methods, on, wayOf(mode, draft, keys)]).toEqual([
            methods,
            on,
            ruledWay(mode, draft),
          ]);
        }
    },
  );

  it('matches the server’s rules in any order', () => {
    expect(USUAL_ORDER).toEqual(RULED_ORDER);
    const orders: MethodsDraft['order'][] = [
      ['document'],
      ['face', 'document'],
      ['document', 'face', 'wallet'],
      ['key', 'face', 'pass', 'document', 'account', 'wallet'],
    ];
    for (const order of orders)
      for (const methods of [null, ...subsets(METHODS)]) {
        const draft = draftOf(methods, ON, order);
        expect([methods, order, wayOf(null, draft, keys)]).toEqual([
          methods,
          order,
          ruledWay(null, draft),
        ]);
      }
  });

  it('moves by one step at a time, skips methods that are not accepted, and is null when it is the usual order', () => {
    const draft = draftOf(null, ON);
    expect(orderOf(draft)).toEqual(['account', 'wallet', 'face', 'document']);
    const first = moved(draft, 'document', -1);
    expect(orderOf({ ...draft, order: first })).toEqual(['account', 'wallet', 'document', 'face']);
    expect(moved({ ...draft, order: first }, 'document', 1)).toBeNull();
    expect(moved(draft, 'account', -1)).toBeNull();
    expect(moved(draft, 'document', 1)).toBeNull();
    const account = moved(draft, 'account', 1);
    expect(orderOf({ ...draft, order: account })).toEqual([
      'wallet',
      'account',
      'face',
      'document',
    ]);
  });

  it('exists wherever the choice can be saved, and elsewhere the reason is given', () => {
    for (const mode of MODES)
      for (const methods of [null, ...subsets(METHODS)]) {
        const draft = draftOf(methods, []);
        const isFaulty = faultOfChoice(mode, draft, keys) !== undefined;
        expect([mode, methods, isFaulty]).toEqual([
          mode,
          methods,
          ruledWay(mode, draft).length === 0,
        ]);
      }
    expect(faultOfChoice(null, draftOf(['document'], []), keys)).toBe('methods.face_needed');
    expect(faultOfChoice('document', draftOf(['face'], []), keys)).toBe('methods.document_needed');
    expect(faultOfChoice(null, { ...draftOf(null, []), documents: [] }, keys)).toBe(
      'methods.at_least_one',
    );
  });
});

it('a reloaded list with the same members is not a change', () => {
  const saved = { recheck: ['birthday', 'new_device'], attempt_cap: 3 } as unknown as WireSettings;
  const { recheck } = saved;
  expect(differing(saved, { recheck: recheck.toReversed(), attempt_cap: 3 })).toEqual({});
  expect(differing(saved, { recheck: recheck.slice(1), attempt_cap: 2 })).toEqual({
    recheck: recheck.slice(1),
    attempt_cap: 2,
  });
});
