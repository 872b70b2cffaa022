import type { WireSessionFile } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { factOfUser } from '../../fact-of-user.tsx';
import { CheckList } from '../../check-list.tsx';

type File = WireSessionFile;

export function SessionFacts({ file }: { file: File }) {
  const t = useTexts();
  const formats = useFormats();
  const { created_at: created, completed_at: completed, external_user_id: user } = file;
  return (
    <Card title={t('session.facts')}>
      <Facts
        facts={[
          {
            label: t('sessions.asked'),
            value:
              file.gate === undefined ? t('newest.identity') : t('newest.age', { age: file.gate }),
          },
          file.verification_type !== undefined && {
            label: t('sessions.type'),
            value: t(`type.${file.verification_type}`),
          },
          factOfUser(user, t),
          file.ip_country !== undefined && {
            label: t('sessions.country'),
            value: file.ip_country,
          },
          { label: t('sessions.created'), value: <Moment at={created} isExact /> },
          completed !== undefined && {
            label: t('session.took'),
            value: formats.seconds((Date.parse(completed) - Date.parse(created)) / 1000),
          },
          file.measured !== undefined && {
            label: t('session.measured'),
            value: t(`session.measured_${file.measured}`),
          },
          file.risk !== undefined && {
            label: t('session.risk'),
            value: t(`session.risk_${file.risk.band}`),
          },
        ]}
      />
      {file.checks && <CheckList checks={file.checks} />}
    </Card>
  );
}
