import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../scripts/docs-site/description.ts';
import { curlCallsIn, faultsOf } from './curl-calls.ts';
import { describeOnce } from './description.ts';
import { PAGES, readPage } from './documents.ts';

let description: ApiDocument;
beforeAll(async () => {
  description = await describeOnce();
});

const PAGES_WITH_CURL = PAGES.filter((page) => /^(?:[^`\n]*\()?curl /m.test(readPage(page)));

test.each(PAGES_WITH_CURL)('every curl call in %s matches the API description', (page) => {
  const calls = curlCallsIn(readPage(page));
  expect(calls.length).toBeGreaterThan(0);
  const faults = calls.flatMap((call) =>
    faultsOf(call, description).map((fault) => `${call.method} ${call.path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('no call in the pages is overlooked, nor any call with a body', () => {
  const count = (text: string) => text.match(/(?<![\w`])curl (?=[-$"'])/g)?.length ?? 0;
  const shell = (page: string) =>
    Array.from(readPage(page).matchAll(/^```sh\n([^]*?)^```/gm), ([, block = '']) => block).join(
      '',
    );
  const calls = PAGES.flatMap((page) => curlCallsIn(readPage(page)));
  expect(calls.length).toBe(PAGES.reduce((sum, page) => sum + count(shell(page)), 0));
  expect(calls.filter(({ body }) => body !== undefined).length).toBeGreaterThan(12);
});

describe('checking a call', () => {
  const KEY = '-H "X-API-Key: $KEY"';
  const JSON_TYPE = "-H 'Content-Type: application/json'";
  const INIT = `curl $BASE/verify/v1/init ${KEY} ${JSON_TYPE}`;
  const faults = (command: string) => {
    const page = `\`\`\`sh\nBASE=http://localhost:8787\n${command}\n\`\`\`\n`;
    return curlCallsIn(page).flatMap((call) => faultsOf(call, description));
  };
  const body = '"callback_url": "https://shop.example/return", "min_age": 18';

  test('finds no fault with a correct call over several lines, with variables and a pipe', () => {
    expect(faults(`${INIT} \\\n  -d '{${body}}' | cat`)).toEqual([]);
    expect(
      faults(`T=$(${INIT} -d "{${body.replaceAll('"', '\\"')}, \\"user_id\\": \\"$U\\"}")`),
    ).toEqual([]);
    expect(faults('curl https://elsewhere.example/verify/v1/nothing')).toEqual([]);
  });

  test.each([
    ['a misspelt member', `${INIT} -d '{${body}, "user": "u-1"}'`, 'no member /user'],
    [
      'a misspelt member inside',
      `${INIT} -d '{${body}, "accept": {"method": []}}'`,
      'no member /accept/method',
    ],
    ['a value that is none', `${INIT} -d '{${body}, "purpose": "mars"}'`, /^\/purpose: /],
    ['a missing member', `${INIT} -d '{"min_age": 18}'`, /^\/callback_url: /],
    ['a path', `curl $BASE/verify/v1/inits ${KEY}`, 'GET /verify/v1/inits does not exist'],
    ['a method', `curl -X PUT $BASE/verify/v1/init ${KEY}`, 'PUT /verify/v1/init does not exist'],
    ['no key', `curl $BASE/verify/v1/init ${JSON_TYPE} -d '{${body}}'`, /^no header of x-api-key/],
    [
      'no content type',
      `curl $BASE/verify/v1/init ${KEY} -d '{${body}}'`,
      'the content type is none',
    ],
    ['a parameter', `curl "$BASE/api/v1/events?limits=5" ${KEY}`, 'no parameter limits'],
    ['no body', `curl -X POST $BASE/verify/v1/init ${KEY}`, 'no body'],
    ['broken JSON', `${INIT} -d '{${body},}'`, /^no JSON/],
  ])('finds %s', (_what, command, fault) => {
    expect(faults(command)).toEqual([expect.stringMatching(fault)]);
  });

  test('rejects an unknown option of curl, so that no call passes unchecked', () => {
    expect(() => faults(`curl --data @file $BASE/verify/v1/init`)).toThrow('--data');
  });
});
