// Checks that the list of legal contexts is the same in the database schema, the console's texts
// and the emails.
import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CONTEXTS } from '../../src/config/law-contexts.ts';
import { tenants } from '../../src/db/schema/index.ts';
import { mailLanguage } from '../../src/domain/platform/mail/texts.ts';
import dashboard from '../../widget/console/locales/dashboard/en.json' with { type: 'json' };

const named = (texts: object) =>
  Object.keys(texts)
    .filter((key) => /^law\.context_(?!none|needed)/.test(key))
    .map((key) => key.replace('law.context_', ''));

it('the database, the console’s texts and the mails have the same list of contexts', () => {
  expect(getTableColumns(tenants).policy_context.enumValues).toEqual(CONTEXTS);
  expect(named(dashboard)).toEqual(CONTEXTS);
  expect(named(mailLanguage('en').texts)).toEqual(CONTEXTS);
});
