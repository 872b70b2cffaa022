import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf } from '../api/client.ts';
import { useClient } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { useFormats } from '../texts/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { AgeCurve } from './age-curve.tsx';

interface Group {
  /** The lowest and the highest age in the group. */
  ages: readonly number[];
  passed: number;
  passed_interval: readonly number[];
  failed: number;
  inconclusive: number;
  /** The share that passes in each measured population, widest interval first. */
  populations: readonly {
    name: string;
    people: number;
    passed: number;
    passed_interval: readonly number[];
  }[];
}

/** The margin to show. If no field is set, the saved margin is shown. */
export interface MarginRule {
  margin_years?: number;
  age_target?: 5 | 2 | 1;
  service_default?: true;
}

interface Props {
  title: string;
  age: number;
  rule: MarginRule;
}

const PARTS = ['passed', 'inconclusive', 'failed'] as const;

/**
 * The effect of the rule on people who are too young, who are just old enough, and who are older.
 */
export function MarginOutlook({ title, age, rule }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const preview = useQuery({
    queryKey: ['margin', age, rule],
    queryFn: () =>
      dataOf(
        client.GET('/dashboard/v1/settings/age-margin', {
          params: { query: { min_age: age, ...rule } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="outlook">
      <h3>{title}</h3>
      <Loaded query={preview} lines={4}>
        {(data) => (
          <>
            <p>
              {data.decided_by === 'head'
                ? t('margin.by_head')
                : t('margin.passes', {
                    age: formats.number(data.passes_from),
                    count: data.margin_years,
                  })}
            </p>
            {data.warnings.map(({ code }) => (
              <Note key={code} tone="warn">
                <p>{t(`margin.${code}`, { age })}</p>
              </Note>
            ))}
            {data.groups.map((group) => (
              <GroupBar key={group.ages[0]} group={group} age={age} />
            ))}
            <p className="small muted">
              {t('margin.measured', { day: formats.date(data.measured_on) })}{' '}
              <a href="/docs/age-truth">{t('truth.measured')}</a>
            </p>
            <AgeCurve gate={age} ages={data.ages} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function GroupBar({ group, age }: { group: Group; age: number }) {
  const t = useTexts();
  const formats = useFormats();
  const [youngest = 0, oldest = 0] = group.ages;
  const isTooYoung = oldest < age;
  const [low = 0, high = 1] = group.passed_interval;
  return (
    <div className="outlook-group">
      <p>
        <strong>{t('margin.ages', { from: youngest, to: oldest })}</strong>{' '}
        <span className="muted small">
          {t(isTooYoung ? 'margin.too_young' : 'margin.old_enough')}
        </span>
      </p>
      <svg className="stack" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {PARTS.map((part, index) => (
          <rect
            key={part}
            className={`part-${part}${isTooYoung ? ' too-young' : ''}`}
            x={PARTS.slice(0, index).reduce((sum, each) => sum + group[each], 0) * 100}
            y="0"
            width={group[part] * 100}
            height="4"
          />
        ))}
      </svg>
      <p className="small">
        {PARTS.map((part) => `${t(`margin.${part}`)} ${formats.percent(group[part])}`).join(' · ')}
      </p>
      <p className="small muted">
        {t('margin.interval', { low: formats.percent(low), high: formats.percent(high) })}
      </p>
      {group.populations.map(({ name, people, passed, passed_interval: [from = 0, to = 1] }) => (
        <p key={name} className="small muted">
          {t('margin.population', {
            name,
            people: formats.number(people),
            share: formats.percent(passed),
            low: formats.percent(from),
            high: formats.percent(to),
          })}
        </p>
      ))}
    </div>
  );
}
