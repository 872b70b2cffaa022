import type { ConsoleTexts } from '../texts/languages.ts';

/** @param user the customer's own id for the visitor, if there is one */
export const factOfUser = (user: string | undefined, t: ConsoleTexts) =>
  user !== undefined && {
    label: t('sessions.user'),
    value: (
      <code dir="ltr" className="break">
        {user}
      </code>
    ),
  };
