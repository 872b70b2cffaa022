// Columns that the lists of sessions and of reviews share.
import type { ConsoleTexts } from '../texts/languages.ts';
import type { Column } from '../ui/table.tsx';

interface RequestFields {
  gate?: number;
  external_user_id?: string;
}

export const requestColumn = (t: ConsoleTexts): Column<RequestFields> => ({
  title: t('sessions.asked'),
  cell: ({ gate }) => (gate === undefined ? t('newest.identity') : t('newest.age', { age: gate })),
});

export const userColumn = (t: ConsoleTexts): Column<RequestFields> => ({
  title: t('sessions.user'),
  cell: ({ external_user_id: id }) =>
    id === undefined ? undefined : (
      <span className="code" dir="ltr">
        {id}
      </span>
    ),
});
