// The parts of /docs/age-truth that show counts by set, sex and group, and explain what the figures
// cannot show.
import type { AgeErrorTable } from '../../config/age-error.ts';
import { withInterval } from '../../domain/verification/rules/age/error-curve.ts';
import { agesText, percent, ShareCell, Table, yearsText } from './truth-table.tsx';

interface Of {
  table: AgeErrorTable;
}

/** Returns the number of pictures of people with these true ages, in all sets together. */
const picturesOf = ({ bands }: AgeErrorTable, [from, to]: readonly [number, number]): number =>
  bands.filter(({ ages }) => ages[0] >= from && ages[1] <= to).reduce((sum, { n }) => sum + n, 0);

export function Counted({ table }: Of) {
  const { shares, sets, held_out: held } = table;
  if (shares === undefined) return null;
  return (
    <section>
      <h2>What was counted</h2>
      <Table
        name="counted"
        caption={`One net, age asked for 18: who passed and who failed in each set, with the same margin for both. In brackets the pictures of all sets together; counted on ${table.measured_on}.`}
        head={[
          'Margin',
          'True age',
          ...sets.flatMap(({ name }) => [`Pass, ${name}`, `Fail, ${name}`]),
        ]}
        rows={shares.map(({ margin, ages, passed, failed }) => [
          `${margin} years`,
          `${agesText(ages)} (${picturesOf(table, ages)})`,
          ...sets.flatMap((_, index) => [percent(passed[index] ?? 0), percent(failed[index] ?? 0)]),
        ])}
      />
      {held !== undefined && (
        <p>
          On {held.pictures} pictures that were kept apart, {held.one_net_passed} of {held.minors}{' '}
          minors passed by one net with a margin of 7 years, and {held.two_nets_passed} when both
          had to agree.
        </p>
      )}
    </section>
  );
}

export function Sexes({ table: { by_sex: counted, sets } }: Of) {
  if (counted === undefined) return null;
  return (
    <section>
      <h2>Boys and girls, men and women</h2>
      <Table
        name="sexes"
        caption={`Taken for 25 or older by one net, in ${sets[1]?.name ?? 'the second set'}, with 95 % intervals; counted on ${counted.measured_on}. The service neither estimates nor stores a person’s sex.`}
        head={[
          'True age',
          'Pictures of boys or men',
          'Taken for 25 or older',
          'Pictures of girls or women',
          'Taken for 25 or older',
        ]}
        rows={counted.rows.map(({ ages, male, female, n: [males, females] }) => [
          agesText(ages),
          males,
          <ShareCell {...withInterval(male, males)} />,
          females,
          <ShareCell {...withInterval(female, females)} />,
        ])}
      />
      <p>
        Boys pass too young about twice as often as girls, and women who are old enough must prove
        it in another way far more often than men.
      </p>
    </section>
  );
}

export function Groups({ table: { cells } }: Of) {
  if (cells === undefined) return null;
  const rows = cells.map(([by, value, from, to, n, one, both, bias, sd]) => [
    by === 'all' ? 'all' : `${by}: ${value}`,
    agesText([from, to]),
    n,
    ...(n === 0
      ? Array.from({ length: 4 }, () => 'no pictures')
      : [
          bias === undefined ? '' : yearsText(bias),
          sd?.toFixed(1) ?? '',
          <ShareCell {...withInterval(one / n, n)} />,
          <ShareCell {...withInterval(both / n, n)} />,
        ]),
  ]);
  return (
    <section>
      <h2>By group</h2>
      <Table
        name="groups"
        caption="Counted at 18 with a margin of 7 years, with 95 % intervals; in years, how one net leans and spreads."
        head={[
          'Group',
          'True age',
          'Pictures',
          'Leans by',
          'Spread',
          'Pass by one net',
          'Pass by two',
        ]}
        rows={rows}
      />
    </section>
  );
}

export function Limits({ table }: Of) {
  return (
    <section>
      <h2>What these figures cannot say</h2>
      <ul>
        <li>
          How old one person is: the error is the person’s own. More pictures do not lessen it.
        </li>
        {table.kind === 'research' ? (
          <>
            <li>
              How it is with a camera: these are still pictures, not selfies at a screen with its
              light.
            </li>
            <li>
              How it is for Black children and adults: there were few, 19 between 13 and 17. Nothing
              was measured by skin tone.
            </li>
          </>
        ) : (
          <li>How it is for people whom the pictures do not show.</li>
        )}
        <li>
          How it is for people who try to look older, with make-up or a filter: nobody in the
          pictures did.
        </li>
      </ul>
    </section>
  );
}
