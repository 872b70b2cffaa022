// The facts about each method in an evidence pack: whether it is accepted, its limits, and its
// measured errors (D-161). Figures that nobody has measured are null, never estimated. Pure.
import type { Config } from '../../../config/config.ts';
import { areRatesOf, FACE_RATES } from '../../../config/face-rates.ts';
import type { AgeErrorTable } from '../../../config/age-error.ts';
import { marginOf, type MarginPolicy } from '../../verification/rules/age/age-margin.ts';
import {
  errorAtAge,
  groupedOutlook,
  passesBy,
  type AgeQuestion,
} from '../../verification/rules/age/age-outlook.ts';
import { failYearsAt } from '../../verification/rules/age/age-rule.ts';
import { ACCEPT_METHODS, type AcceptMethod } from '../../verification/rules/methods.ts';
import type { Measured } from '../../terms/age-proof.ts';

interface MethodSheets {
  methods: { method: AcceptMethod; taken: boolean; error_measured: boolean }[];
  face: FaceSheet;
  document: DocumentSheet;
}

type FaceSheet = ReturnType<typeof faceSheet>;
type DocumentSheet = ReturnType<typeof documentSheet>;

interface MethodSubject {
  /** The methods that sessions accept if their request does not restrict them. */
  taken: readonly AcceptMethod[];
  place: Measured;
  margin: MarginPolicy;
  /** Requested ages, ascending. */
  gates: readonly number[];
}

/**
 * The methods whose errors have been measured on labelled pictures; the other methods verify
 * signatures or rely on an earlier check.
 */
const MEASURED_METHODS: readonly AcceptMethod[] = ['face', 'document'];

export const methodSheets = (config: Config, subject: MethodSubject): MethodSheets => ({
  methods: ACCEPT_METHODS.map((method) => ({
    method,
    taken: subject.taken.includes(method),
    error_measured: MEASURED_METHODS.includes(method),
  })),
  face: faceSheet(config.ageError, subject),
  document: documentSheet(config),
});

function faceSheet(table: AgeErrorTable, { place, margin, gates }: MethodSubject) {
  return {
    place,
    table: table.kind,
    measured_on: table.measured_on,
    head_measured_on: table.head?.measured_on ?? null,
    sets: table.sets.map(({ name, about, flattering }) => ({ name, about, flattering })),
    gates: gates.map((gate) => gateSheet(table, { gate, place }, margin)),
    error_by_age: table.bands.map(({ ages, n, one_net: one, two_nets: two }) => ({
      ages: [...ages],
      pictures: n,
      one_net: { bias: one.bias, mean_absolute_error: one.mae, standard_deviation: one.sd },
      two_nets: two === undefined ? null : { bias: two.bias, standard_deviation: two.sd },
    })),
    by_sex:
      table.by_sex === undefined ? null : sexesOf(table.by_sex, table.sets.at(-1)?.name ?? ''),
    by_group: groupsOf(table),
  };
}

/** @param set the name of the last data set, which the counts by sex come from */
const sexesOf = (
  { measured_on: day, rows }: NonNullable<AgeErrorTable['by_sex']>,
  set: string,
) => ({
  set,
  measured_on: day,
  taken_for: 25,
  rows: rows.map(({ ages, male, female, n }) => ({ ages: [...ages], male, female, n: [...n] })),
});

/**
 * Lists groups of people at gate 18: the range of their apparent ages, their number, and how many
 * of them the age head lets pass at targets of 5, 2 and 1 %.
 */
const groupsOf = ({ head }: AgeErrorTable) =>
  head?.groups?.map(([origin, sex, from, to, n, at5, at2, at1]) => ({
    origin: origin === '' ? 'all' : origin,
    sex: sex === '' ? 'all' : sex,
    ages: [from, to],
    people: n,
    passed: { target_5: at5, target_2: at2, target_1: at1 },
  })) ?? null;

function gateSheet(table: AgeErrorTable, question: AgeQuestion, policy: MarginPolicy) {
  const { gate, place } = question;
  const { years, line } = marginOf(table, question, policy);
  const margins = { passYears: years, failYears: failYearsAt(gate), line };
  return {
    gate,
    margin_years: years,
    age_target: policy.target ?? null,
    passes_from: gate + years,
    fails_below: gate - margins.failYears,
    decided_by: place === 'device' ? 'one_net' : line === undefined ? 'two_nets' : 'head',
    head_score: line ?? null,
    error_years: errorAtAge(table, gate),
    groups: groupedOutlook(table, question, margins).map(({ ages, passed, failed }) => ({
      ages: [...ages],
      passed: { ...passed },
      failed: { ...failed },
      populations:
        place === 'edge'
          ? passesBy(table, { gate, passYears: years, line }, ages).map((one) => ({
              name: one.name,
              people: one.people,
              passed: { ...one.passed },
            }))
          : [],
    })),
  };
}

/**
 * Describes the document method. Its authenticity check has never been measured, because there is
 * no data set of forged documents.
 */
const documentSheet = ({ faceLimits }: Config) => ({
  portrait_limits: { ...faceLimits.portrait },
  measured_on: FACE_RATES.measured_on,
  measured_at: { ...FACE_RATES.limits.portrait },
  limits_are_those_measured: areRatesOf(FACE_RATES, faceLimits),
  genuineness_measured: false,
  groups: FACE_RATES.groups.map(({ group, people, strangers, own }) => ({
    group,
    people,
    strangers: {
      pairs: strangers.pairs,
      match: [...strangers.portrait],
      unclear_or_match: [...strangers.portrait_unclear],
    },
    same_person:
      own === undefined
        ? null
        : {
            pairs: own.pairs,
            asked_again: [...own.portrait_again],
            said_other: [...own.portrait_other],
          },
  })),
});
