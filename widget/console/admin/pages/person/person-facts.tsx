import type { WireAccountOverview } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { AccountStatus } from '../../account-status.tsx';

/**
 * An account's data. It contains no age, because the service knows only which age brackets the
 * person meets.
 */
export function PersonFacts({ account }: { account: WireAccountOverview }) {
  const t = useTexts();
  const formats = useFormats();
  const yesNo = (is: boolean) => t(is ? 'filter.yes' : 'filter.no');
  return (
    <div className="columns">
      <Card title={t('person.account')}>
        <Facts
          facts={[
            { label: t('people.status'), value: <AccountStatus status={account.status} /> },
            account.delete_at !== undefined && {
              label: t('person.delete_at'),
              value: <Moment at={account.delete_at} isExact />,
            },
            { label: t('person.number'), value: account.id },
            account.display_name !== undefined && {
              label: t('person.name'),
              value: <bdi>{account.display_name}</bdi>,
            },
            { label: t('people.confirmed'), value: yesNo(account.email_verified) },
            { label: t('person.password'), value: yesNo(account.has_password) },
            { label: t('people.language'), value: account.locale },
            { label: t('people.created'), value: <Moment at={account.created_at} isExact /> },
          ]}
        />
        <Copied text={account.subject} label={t('person.subject')} />
      </Card>
      <Card title={t('person.age')}>
        <AgeFacts age={account.age} />
        <Facts
          facts={(['sessions', 'passkeys', 'connections', 'notifications', 'logins'] as const).map(
            (name) => ({
              label: t(`person.count_${name}`),
              value: formats.number(account.counts[name]),
            }),
          )}
        />
      </Card>
    </div>
  );
}

/** The brackets that the person meets, how and when this was proven, and when the proof expires. */
function AgeFacts({ age }: Pick<WireAccountOverview, 'age'>) {
  const t = useTexts();
  if (!age.verified) return <p className="muted">{t('person.no_age')}</p>;
  return (
    <Facts
      facts={[
        {
          label: t('person.brackets'),
          value: <span dir="ltr">{age.verified_brackets.join(' ')}</span>,
        },
        age.level !== undefined && {
          label: t('person.level'),
          value: t(`age_level.${age.level}`),
        },
        age.verified_at !== undefined && {
          label: t('person.verified_at'),
          value: <Moment at={age.verified_at} isExact />,
        },
        age.expires_at !== undefined && {
          label: t('person.expires_at'),
          value: <Moment at={age.expires_at} isExact />,
        },
      ]}
    />
  );
}
