// Builds the age head's part of an operator's error table: the shipped limits, recalibrated
// wherever there are enough people, and the populations behind the limits. Pure.
import {
  SHIPPED_AGE_ERROR,
  type AgeErrorTable,
  type AgeHeadTable,
  type Population,
} from '../../src/config/age-error.ts';
import { limitAt, TARGET_SHARES } from '../../src/domain/verification/rules/age/age-margin.ts';
import { HEAD_GATES } from '../../src/domain/verification/rules/age/head-limits.ts';
import { limitsOf, type Scored, SHARES } from './conformal.ts';
import type { Estimate } from './estimate.ts';
import { areEnough, type Person, populationOf } from './populations.ts';

type HeadFigures = Pick<AgeErrorTable, 'head' | 'populations'>;
type Limits = AgeHeadTable['limits'];

const OWN = 'own';
/**
 * The shares that have stored limits. There are only a few, because the size of a Worker's variable
 * is limited, and the limits for shares in between are interpolated.
 */
const KEPT_SHARES = SHARES.filter((share) => [0.3, 0.1, 0.05, 0.02, 0.01, 0.005].includes(share));

/**
 * @returns an empty object when no picture was scored, or when the scores come from a head other
 *   than the shipped one
 */
export function makeHead(estimates: readonly Estimate[]): HeadFigures {
  const { head: shipped, populations } = SHIPPED_AGE_ERROR;
  const people = scoredOf(estimates);
  if (shipped === undefined || populations === undefined || people.length === 0) return {};
  const head = { id: shipped.id, limits: mergeLimits(shipped.limits, limitsOf(people)) };
  if (!areEnough(people)) return { head, populations: briefly(populations) };
  const about = 'of people who consented, measured here.';
  return { head, populations: [populationOf({ name: 'Own pictures', about }, people)] };
}

/**
 * The shipped populations that limits are calibrated on, without their counts, because the size of
 * a Worker's variable is limited.
 */
const briefly = (populations: readonly Population[]): Population[] =>
  populations
    .filter(({ bands: [first] }) => first !== undefined && first[0] < HEAD_GATES.first)
    .map(({ counted: _counted, ...rest }) => ({ ...rest, about: 'shipped.' }));

export const scoredOf = (estimates: readonly Estimate[]): Person[] =>
  estimates.flatMap(({ head, ...one }): Person[] =>
    head === undefined || head.id !== SHIPPED_AGE_ERROR.head?.id
      ? []
      : [
          {
            ...one,
            set: OWN,
            score: head.score,
            person: one.person ?? `file ${one.file}`,
            sex: one.sex ?? '',
            origin: one.skinTone ?? '',
            half: 0,
          },
        ],
  );

/**
 * Uses the calibrated limits where enough people were measured, and the shipped limits otherwise.
 * Limits never decrease from one share to the next smaller one, or from one gate to the next higher
 * one.
 */
function mergeLimits(shipped: Limits, own: Limits): Limits {
  let younger: ReadonlyMap<number, number> = new Map();
  const gates = Object.keys(shipped).toSorted((a, b) => Number(a) - Number(b));
  return Object.fromEntries(
    gates.map((gate) => {
      let before = Number.NEGATIVE_INFINITY;
      const known = new Map(own[gate]);
      const merged = KEPT_SHARES.map((share): [number, number] => {
        const limit = known.get(share) ?? limitAt(shipped[gate] ?? [], share);
        before = Math.max(before, limit, younger.get(share) ?? before);
        // Avoids a negative zero, which JSON would not preserve.
        before = Number((Math.ceil(before * 100) / 100).toFixed(2));
        return [share, before];
      });
      younger = new Map(merged);
      return [gate, merged];
    }),
  );
}

/**
 * For one gate and target: the shipped limit and the calibrated limit, and how many of the people
 * in the calibration pass each limit.
 */
export interface HeadChange {
  gate: number;
  target: number;
  minors: number;
  shipped: { line: number; minors: number; adults: number };
  own: { line: number; minors: number; adults: number };
  adults: number;
}

/** @param gates the gates to compare, such as 16 and 18 */
export function headChanges(
  table: AgeErrorTable,
  people: readonly Scored[],
  gates: readonly number[],
): HeadChange[] {
  const { head } = table;
  const before = SHIPPED_AGE_ERROR.head;
  if (head === undefined || before === undefined) return [];
  return gates.flatMap((gate) => {
    const minors = people.filter(({ age }) => age < gate && age >= gate - 5);
    const adults = people.filter(({ age }) => age >= gate && age < gate + 7);
    const passing = (line: number) => ({
      line,
      minors: minors.filter(({ score }) => score >= line).length,
      adults: adults.filter(({ score }) => score >= line).length,
    });
    return TARGET_SHARES.map((target) => ({
      gate,
      target,
      minors: minors.length,
      adults: adults.length,
      shipped: passing(limitAt(before.limits[gate] ?? [], target)),
      own: passing(limitAt(head.limits[gate] ?? [], target)),
    }));
  });
}
