// The age head in the rule for an age gate (D-130): the gates at which it decides, what it never
// overrides, and the estimates that count without it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPPED_AGE_ERROR as TABLE } from '../../../../../src/config/age-error.ts';
import {
  AGE_TARGETS,
  headLimitsOf,
  limitForYears,
  marginOf,
  type AgeTarget,
} from '../../../../../src/domain/verification/rules/age/age-margin.ts';
import {
  failYearsAt,
  judgeAges,
  type AgesOfPicture,
} from '../../../../../src/domain/verification/rules/age/age-rule.ts';
import { HEAD_GATES } from '../../../../../src/domain/verification/rules/age/head-limits.ts';
import { judgeAtEdge } from '../../../../../src/domain/verification/rules/age/age.ts';

const ID = TABLE.head?.id ?? '';
const GATES = [13, 14, 15, 16, 17, 18, 19, 20] as const;
const lines = { id: ID, lines: GATES.map((gate) => ({ gate, years: 7, score: gate / 10 })) };

const pictures = (score: number | undefined, ageNet = 22, faceres = 22, id = ID) =>
  Array.from({ length: 3 }, (): AgesOfPicture => ({
    ageNet,
    faceres,
    ...(score !== undefined && { head: { id, score } }),
  }));
const judge = (shown: readonly AgesOfPicture[], gate = 18, by: typeof lines | null = lines) =>
  judgeAges(shown, {
    gate,
    margins: { passYears: 7, failYears: failYearsAt(gate) },
    lines: by ?? undefined,
  });

describe('the age head at gates 13 to 20', () => {
  it('alone decides whether a person passes, against or with both nets', () => {
    expect(judge(pictures(1.8))).toBe('pass');
    expect(judge(pictures(1.79))).toBe('inconclusive');
    expect(judge(pictures(1.7, 40, 40))).toBe('inconclusive');
  });

  it('fails nobody: only AgeNet does, with its own margin', () => {
    expect(judge(pictures(-5, 11, 11))).toBe('inconclusive');
    expect(judge(pictures(-5, 10.9, 30))).toBe('fail');
  });

  it('uses the median over the pictures of all attempts', () => {
    const [low, high] = [pictures(1), pictures(2.5)];
    expect(judge([...high.slice(0, 2), ...low.slice(0, 1)])).toBe('pass');
    expect(judge([...low, ...high.slice(0, 2)])).toBe('inconclusive');
  });

  it('is ignored when the nets contradict each other between pictures', () => {
    const changing = [12, 40, 75].map((age) => ({
      ageNet: age,
      faceres: age,
      head: { id: ID, score: 3 },
    }));
    expect(judge(changing)).toBe('inconclusive');
  });

  it('does not decide gates from 21, which both nets decide', () => {
    expect(judge(pictures(9, 27.9, 40), 21)).toBe('inconclusive');
    expect(judge(pictures(-9, 28, 28), 21)).toBe('pass');
  });

  it('passes a gate below 13 when the head or both nets pass it', () => {
    expect(judge(pictures(1.3, 12, 12), 12)).toBe('pass');
    expect(judge(pictures(-9, 19, 19), 12)).toBe('pass');
    expect(judge(pictures(1.2, 18, 18), 12)).toBe('inconclusive');
  });

  it('requires the current device’s own pictures to pass after a change of device', () => {
    const [others, own] = [pictures(4), pictures(1)];
    expect(judgeAtEdge([...others, ...own.slice(0, 1)], own, lines)(18, 7)).toBe('inconclusive');
    expect(judgeAtEdge([...others, ...own.slice(0, 1)], others, lines)(18, 7)).toBe('pass');
  });
});

describe('both nets decide without the head', () => {
  it.each([
    ['no picture has a score', pictures(undefined, 25, 25)],
    ['one picture has none', [...pictures(-9, 25, 25).slice(1), ...pictures(undefined, 25, 25)]],
    ['another head has scored', pictures(-9, 25, 25, 'of-tomorrow')],
    ['a score is no number', pictures(Number.NaN, 25, 25)],
  ])('when %s', (_name, shown) => {
    expect(judge(shown)).toBe('pass');
    expect(judge(shown.map((one) => ({ ...one, faceres: 24.9 })))).toBe('inconclusive');
  });

  it('in a session from before score lines existed, and with a margin that has no line', () => {
    expect(judge(pictures(-9, 25, 25), 18, null)).toBe('pass');
    const other = { gate: 18, margins: { passYears: 6, failYears: 7 }, lines };
    expect(judgeAges(pictures(-9, 24, 24), other)).toBe('pass');
  });
});

const POLICY = { floorYears: 0, defaultYears: 7 };
const EDGE = { place: 'edge' } as const;
const lineOf = (gate: number, target: AgeTarget) =>
  marginOf(TABLE, { gate, ...EDGE }, { ...POLICY, target }).line ?? Number.NaN;

describe('the score lines of the shipped table', () => {
  it('rise with the gate and as the target falls', () => {
    const rows = GATES.map((gate) => AGE_TARGETS.map((target) => lineOf(gate, target)));
    for (const row of rows) expect(row).toEqual(row.toSorted((a, b) => a - b));
    for (const at of AGE_TARGETS.keys()) {
      const column = rows.map((row) => row[at]);
      expect(column).toEqual(column.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    }
    expect(rows.flat().every(Number.isFinite)).toBe(true);
  });

  it('exist only at the edge and for these gates', () => {
    expect(limitForYears(TABLE, { gate: 12, ...EDGE }, 7)).toBeUndefined();
    expect(limitForYears(TABLE, { gate: 21, ...EDGE }, 7)).toBeUndefined();
    expect(limitForYears(TABLE, { gate: 18, place: 'device' }, 7)).toBeUndefined();
    const { head: _head, populations: _populations, ...before } = TABLE;
    expect(limitForYears(before, { gate: 18, ...EDGE }, 7)).toBeUndefined();
    expect(headLimitsOf(before, [18], { years: 7 }, 9)).toBeUndefined();
  });

  it('of a session are those of its gates, its margin and the service’s own margin', () => {
    const margin = marginOf(TABLE, { gate: 18, ...EDGE }, { ...POLICY, target: 2 });
    expect(headLimitsOf(TABLE, [18], margin, 7)).toEqual({
      id: ID,
      lines: [
        { gate: 18, years: 9, score: lineOf(18, 2) },
        { gate: 18, years: 7, score: limitForYears(TABLE, { gate: 18, ...EDGE }, 7) },
      ],
    });
    const climbed = headLimitsOf(TABLE, [12, 15, 18, 21, 25], { years: 7 }, 7);
    expect(climbed?.lines.map(({ gate }) => gate)).toEqual([13, 15, 18]);
    expect(headLimitsOf(TABLE, [21], { years: 7 }, 7)).toBeUndefined();
  });

  it('respect the floor, whatever the target', () => {
    const floored = marginOf(
      TABLE,
      { gate: 18, ...EDGE },
      { floorYears: 11, defaultYears: 7, target: 5 },
    );
    expect(floored.years).toBe(11);
    expect(floored.line).toBe(limitForYears(TABLE, { gate: 18, ...EDGE }, 11));
  });
});

/** Up to six pictures of a person, each with both nets' estimates and the age head's score. */
const people = fc.array(
  fc.record({
    ageNet: fc.double({ min: 5, max: 60, noNaN: true }),
    faceres: fc.double({ min: 5, max: 60, noNaN: true }),
    head: fc.record({ id: fc.constant(ID), score: fc.double({ min: -5, max: 5, noNaN: true }) }),
  }),
  { minLength: 1, maxLength: 6 },
);
const passes = (
  shown: readonly AgesOfPicture[],
  gate: number,
  margin: { years: number; line?: number },
): boolean => {
  const margins = { passYears: margin.years, failYears: failYearsAt(gate) };
  const own = headLimitsOf(TABLE, [gate], margin, margin.years);
  return judgeAges(shown, { gate, margins, lines: own }) === 'pass';
};

describe('for every estimate', () => {
  it('a person who passes a gate up to 20 passes every younger gate, by years and by target', () => {
    fc.assert(
      fc.property(
        people,
        fc.integer({ min: 8, max: HEAD_GATES.last }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(...AGE_TARGETS),
        (shown, younger, years, target) => {
          for (const policy of [{ marginYears: years }, { target }]) {
            const marginAt = (gate: number) =>
              marginOf(TABLE, { gate, ...EDGE }, { ...POLICY, ...policy });
            if ('target' in policy && younger < HEAD_GATES.first) continue;
            const reached = Array.from({ length: HEAD_GATES.last - younger + 1 }, (_, n) =>
              passes(shown, younger + n, marginAt(younger + n)),
            );
            expect(reached).toEqual(reached.toSorted((a, b) => Number(b) - Number(a)));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a person who passes with a stricter margin passes with a looser one', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 8, max: 30 }), (shown, gate) => {
        const byTarget = AGE_TARGETS.map((target) =>
          passes(shown, gate, marginOf(TABLE, { gate, ...EDGE }, { ...POLICY, target })),
        );
        const byYears = [0, 3, 5, 7, 9, 12, 15].map((marginYears) =>
          passes(shown, gate, marginOf(TABLE, { gate, ...EDGE }, { ...POLICY, marginYears })),
        );
        for (const row of [byTarget, byYears])
          expect(row).toEqual(row.toSorted((a, b) => Number(b) - Number(a)));
      }),
      { numRuns: 300 },
    );
  });
});
