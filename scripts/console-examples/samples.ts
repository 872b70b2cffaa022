// The calls that the console shows next to a test session, formatted like those in the docs. The
// console's page fills in the placeholders.
import { snippetz } from '@scalar/snippetz';
import { LANGUAGES } from '../docs-site/samples.ts';

const PLACEHOLDERS = {
  base: 'https://agate.example',
  key: 'sk_test_KEY',
  token: 'xit_TOKEN',
} as const;

const KEY = { name: 'X-API-Key', value: PLACEHOLDERS.key };
const INIT = { callback_url: 'https://shop.example/return', min_age: 18, user_id: 'customer-1842' };

/** @returns the content of widget/console/dashboard/pages/try/samples.json */
export function consoleSamples() {
  const printer = snippetz();
  const init = {
    method: 'POST',
    url: `${PLACEHOLDERS.base}/verify/v1/init`,
    headers: [KEY, { name: 'Content-Type', value: 'application/json' }],
    postData: { mimeType: 'application/json', text: JSON.stringify(INIT, null, 2) },
  };
  const result = {
    method: 'GET',
    url: `${PLACEHOLDERS.base}/verify/v1/result/${PLACEHOLDERS.token}`,
    headers: [KEY],
  };
  const languages = Object.fromEntries(
    LANGUAGES.map(({ id, label, target, client }) => [
      id,
      {
        label,
        init: printer.print(target, client, init) ?? '',
        result: printer.print(target, client, result) ?? '',
      },
    ]),
  );
  return { placeholders: PLACEHOLDERS, languages };
}
