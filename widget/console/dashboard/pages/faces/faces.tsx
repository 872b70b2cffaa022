// The people whose faces are enrolled for face 2FA, with each enrolment's start, last use and
// expiry. Pictures and templates are never shown.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireEnrolledFace } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Badge } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';

type Face = WireEnrolledFace;

export default function Faces() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const { role } = useUser();
  const [erased, setErased] = useState<Face>();
  const columns: Column<Face>[] = [
    {
      title: t('sessions.user'),
      place: 'head',
      cell: (face) => (
        <strong>
          <bdi>{face.user_id}</bdi>
        </strong>
      ),
      note: (face) =>
        face.outdated ? <Badge tone="warn">{t('faces.outdated')}</Badge> : undefined,
    },
    { title: t('faces.enrolled'), cell: (face) => <Moment at={face.enrolled_at} /> },
    { title: t('faces.last_used'), cell: (face) => <Moment at={face.last_used_at} /> },
    { title: t('faces.expires'), cell: (face) => <Moment at={face.expires_at} /> },
    ...actsColumn(
      t('keys.actions'),
      mayDo(role, 'faces.erase') &&
        ((face: Face) => [
          {
            label: t('faces.erase'),
            name: t('faces.erase_named', { name: face.user_id }),
            onPress: () => setErased(face),
          },
        ]),
    ),
  ];
  return (
    <Page title={t('faces.title')} lead={t('faces.lead')}>
      <List
        queryKey={['faces', mode]}
        load={(page) =>
          pageOf(client.GET('/dashboard/v1/faces', { params: { query: { mode, ...page } } }))
        }
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          icon: 'face',
          title: t(`faces.none_${mode}`),
          text: t('faces.none_text'),
        }}
      />
      {erased && <EraseDialog face={erased} onClose={() => setErased(undefined)} />}
    </Page>
  );
}

function EraseDialog({ face, onClose }: { face: Face; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('faces.erase_title', { name: face.user_id })}
      word={face.user_id}
      act={t('faces.erase')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/faces/{id}', { params: { path: { id: face.id } } });
        await answers.invalidateQueries({ queryKey: ['faces'] });
      }}
    >
      <p>{t('faces.erase_text')}</p>
    </ConfirmDialog>
  );
}
