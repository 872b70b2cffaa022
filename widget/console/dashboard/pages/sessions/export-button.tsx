import { faultOf } from '../../../api/call-error.ts';
import { useClient } from '../../../session/context.ts';
import type { Mode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { ListFilter } from './session-filter.ts';

/** The maximum number of sessions in a file (docs/dashboard-api.md); the service refuses more. */
const MOST = 100_000;

/** Exports the filtered sessions as CSV. */
export function ExportButton({ mode, filter }: { mode: Mode; filter: ListFilter }) {
  const t = useTexts();
  const { number } = useFormats();
  const client = useClient();
  const download = useAction(async () => {
    const { data } = await client.GET('/dashboard/v1/sessions/export', {
      params: { query: { ...filter, mode } },
      parseAs: 'blob',
    });
    if (data !== undefined) saveFile(data, `sessions-${mode}.csv`);
  });
  return (
    <>
      <Button isPending={download.isRunning} onPress={download.run}>
        {t('sessions.export')}
      </Button>
      {download.error !== undefined && (
        <ErrorNote
          error={download.error}
          invalid={faultOf(
            download.error,
            'start_date',
            t('sessions.export_less', { most: number(MOST) }),
          )}
        />
      )}
    </>
  );
}
