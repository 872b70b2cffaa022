// The parts of /docs/age-truth that show who passes when the age head decides, by population and by
// group.
import type { AgeErrorTable, CountedCell, GroupCell } from '../../config/age-error.ts';
import { type Share, withInterval } from '../../domain/verification/rules/age/error-curve.ts';
import { agesText, ShareCell, Table } from './truth-table.tsx';

interface Of {
  table: AgeErrorTable;
}

/**
 * The shares of a group's pictures that pass: if the age head decides, at targets of 5, 2 and 1 %
 * (the share of minors who may pass), and if both nets decide, with margins of 9 and 11 years.
 */
interface Line {
  who: string;
  ages: readonly [number, number];
  n: number;
  shares: readonly Share[];
}

const HEAD = [
  'Pictures',
  'Pass, target 5 %',
  '2 %',
  '1 %',
  'By both nets, 9 years',
  '11 years',
] as const;

const lineOf = (
  who: string,
  [from, to, n, five, two, one, _seven, nine, eleven]: CountedCell,
): Line => ({
  who,
  ages: [from, to],
  n,
  shares: [five, two, one, nine, eleven].map((count) => withInterval(count / n, n)),
});

/** Sorts by age, and for equal ages by the width of the interval, widest first. */
const inOrder = (lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => a.ages[0] - b.ages[0] || widthOf(b) - widthOf(a));

/** Returns the width of the interval around the share that passes at the target of 2 %. */
const widthOf = ({ shares }: Line): number => (shares[1]?.high ?? 0) - (shares[1]?.low ?? 0);

const rowOf = ({ who, ages, n, shares }: Line) => [
  who,
  agesText(ages),
  n,
  ...shares.map((share) => <ShareCell {...share} />),
];

const dayOf = ({ head, measured_on: day }: AgeErrorTable): string => head?.measured_on ?? day;

/**
 * Shows counts at the gate of 18 years. Each person is judged by limits that were calibrated on
 * other people.
 */
export function Populations({ table }: Of) {
  const { populations = [] } = table;
  const lines = populations.flatMap(({ name, counted = [] }) =>
    counted.map((cell) => lineOf(name, cell)),
  );
  if (populations.length === 0) return null;
  return (
    <section>
      <h2>Who passes where</h2>
      <p>
        At 13 to 20, measured at the edge, an age head decides: a score of the features that one of
        the nets has computed. Its limits are those of the strictest population, so a target holds
        for people like these, and for nobody else by itself.
      </p>
      <ul>
        {populations.map(({ name, about }) => (
          <li>
            <strong>{name}</strong>: {about}
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <Table
          name="populations"
          caption={`Counted at 18 on ${dayOf(table)}, with 95 % intervals, the widest first: of each half of the people, by the limits that the other half gives. The last two columns are the rule of both nets.`}
          head={['Population', 'True age', ...HEAD]}
          rows={inOrder(lines).map(rowOf)}
        />
      )}
    </section>
  );
}

/**
 * The page names a group of minors whose pass rate exceeds this multiple of the pass rate of all
 * minors.
 */
const MAX_TIMES_MEAN = 2;

export function Origins({ table }: Of) {
  const groups = table.head?.groups ?? [];
  if (groups.length === 0) return null;
  const lines = groups.map(([origin, sex, ...cell]) => lineOf(nameOf(origin, sex), cell));
  return (
    <section>
      <h2>By origin and sex</h2>
      <Table
        name="origins"
        caption={`Counted at 18 on ${dayOf(table)} on FairFace, whose ages are those that people look, in groups of ten years; 18 and 19 are in the youngest. With 95 % intervals, the widest first. The service neither estimates nor stores origin or sex.`}
        head={['Group', 'Apparent age', ...HEAD]}
        rows={inOrder(lines).map(rowOf)}
      />
      <p>{fairnessText(groups)}</p>
    </section>
  );
}

const nameOf = (origin: string, sex: string): string =>
  [origin.replaceAll('_', ' or '), sex].filter((text) => text !== '').join(', ') || 'all';

/**
 * Names the groups of minors that pass more than twice as often as all minors together, at the
 * target of 2 %.
 */
function fairnessText(groups: readonly GroupCell[]): string {
  const minors = groups.filter(([, , from]) => from < 18);
  const shareOf = ([, , , , n, , two]: GroupCell) => two / n;
  const all = minors.find(([origin, sex]) => origin === '' && sex === '');
  const above = minors.filter((cell) => all && shareOf(cell) > MAX_TIMES_MEAN * shareOf(all));
  if (above.length === 0)
    return 'At the target of 2 %, none of these youngest groups passes more than twice as often as all of them together.';
  const names = above.map(([origin, sex, , , n]) => `${nameOf(origin, sex)} (${n} pictures)`);
  return `At the target of 2 %, these groups of the youngest pass more than twice as often as all of them together: ${names.join('; ')}. Where 50 pictures or more say so, and five of them pass, the limit is raised for everybody; fewer may be chance.`;
}
