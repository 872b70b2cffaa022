// What operators record for customers' evidence packs (D-164): certificates from third parties, and
// incidents.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Note } from '../../../ui/note.tsx';
import { findEntry } from '../../find-entry.ts';
import { Certificates } from './certificates.tsx';
import type { EvidenceAct, Finish } from './finish.ts';
import { Incidents } from './incidents.tsx';

interface Done {
  act: EvidenceAct;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

export default function Evidence() {
  const t = useTexts();
  const mayManage = mayDo(useUser().role, 'evidence.manage');
  const [done, setDone] = useState<Done>();
  const finish = useFinish(setDone);
  return (
    <Page title={t('evidence.title')} lead={t('evidence.lead')}>
      {done !== undefined && (
        <Note tone="good" isNews title={t(`action.${done.act}`)}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <Certificates mayManage={mayManage} onDone={finish} />
      <Incidents mayManage={mayManage} onDone={finish} />
    </Page>
  );
}

/**
 * @returns a function to call after an action: it finds the action's audit entry and reloads the
 *   lists that show the change
 */
function useFinish(onDone: (done: Done) => void): Finish {
  const client = useClient();
  const answers = useQueryClient();
  return async (act, id) => {
    const [type = ''] = act.split('.');
    const entryId = await findEntry(client, act, type, id);
    await Promise.all(
      [['evidence'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onDone({ act, entryId });
  };
}
