import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminCertificate } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { useFormats } from '../../../texts/format.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Table, type Column } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { CertificateDialog } from './certificate-dialog.tsx';
import type { Finish } from './finish.ts';
import { WithdrawCertificateDialog } from './withdraw-certificate-dialog.tsx';

type Certificate = WireAdminCertificate;

interface Props {
  mayManage: boolean;
  onDone: Finish;
}

export function Certificates({ mayManage, onDone }: Props) {
  const t = useTexts();
  const client = useClient();
  const [edited, setEdited] = useState<Certificate | 'new'>();
  const [withdrawn, setWithdrawn] = useState<Certificate>();
  const list = useQuery({
    queryKey: ['evidence', 'certificates'],
    queryFn: () => dataOf(client.GET('/admin/v1/evidence/certificates')),
  });
  return (
    <Card
      title={t('evidence.certificates')}
      aside={
        mayManage && (
          <Button onPress={() => setEdited('new')}>{t('evidence.certificate_add')}</Button>
        )
      }
    >
      <p className="muted">{t('evidence.certificates_text')}</p>
      <Loaded query={list} lines={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t('evidence.certificates_none')}</p>
          ) : (
            <Table
              rows={rows}
              columns={columnsOf(t, mayManage ? { setEdited, setWithdrawn } : undefined)}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      {edited !== undefined && (
        <CertificateDialog
          {...(edited !== 'new' && { replaced: edited })}
          onDone={onDone}
          onClose={() => setEdited(undefined)}
        />
      )}
      {withdrawn !== undefined && (
        <WithdrawCertificateDialog
          certificate={withdrawn}
          onDone={onDone}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </Card>
  );
}

interface Acts {
  setEdited: (certificate: Certificate) => void;
  setWithdrawn: (certificate: Certificate) => void;
}

const columnsOf = (t: ConsoleTexts, acts: Acts | undefined): Column<Certificate>[] => [
  {
    title: t('evidence.certificate_title'),
    place: 'head',
    cell: ({ title }) => <strong>{title}</strong>,
    note: ({ issuer }) => <bdi>{issuer}</bdi>,
  },
  {
    title: t('evidence.standard'),
    cell: ({ standard }) => standard ?? t('evidence.standard_other'),
    note: ({ scope }) => <bdi>{scope}</bdi>,
  },
  { title: t('evidence.valid'), cell: (row) => <Validity certificate={row} /> },
  { title: t('evidence.document'), cell: (row) => <SaveDocument certificate={row} /> },
  ...actsColumn(
    t('operators.acts'),
    acts !== undefined &&
      ((row: Certificate) => [
        {
          label: t('evidence.replace'),
          name: t('evidence.replace_one', { name: row.title }),
          onPress: () => acts.setEdited(row),
        },
        {
          label: t('evidence.withdraw'),
          name: t('evidence.withdraw_one', { name: row.title }),
          onPress: () => acts.setWithdrawn(row),
        },
      ]),
  ),
];

function Validity({
  certificate: { valid_from: from, valid_to: to },
}: {
  certificate: Certificate;
}) {
  const t = useTexts();
  const formats = useFormats();
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      {formats.date(from)} – {to === null ? t('evidence.no_end') : formats.date(to)}
      {to !== null && to < today && (
        <div>
          <Badge tone="warn">{t('evidence.expired')}</Badge>
        </div>
      )}
    </>
  );
}

const ENDINGS = { pdf: 'pdf', png: 'png', jpeg: 'jpg' } as const;

function SaveDocument({ certificate: { id, kind, title } }: { certificate: Certificate }) {
  const t = useTexts();
  const client = useClient();
  const save = useAction(async () => {
    const { data } = await client.GET('/admin/v1/evidence/certificates/{id}/document', {
      params: { path: { id } },
      parseAs: 'blob',
    });
    if (data !== undefined) saveFile(data, `${id}.${ENDINGS[kind]}`);
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={t('evidence.save_one', { kind: kind.toUpperCase(), name: title })}
        isPending={save.isRunning}
        onPress={save.run}
      >
        {kind.toUpperCase()}
      </Button>
      {save.error !== undefined && <ErrorNote error={save.error} />}
    </>
  );
}
