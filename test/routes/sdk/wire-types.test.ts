import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { wireTypes } from '../../../scripts/sdk/wire-types.ts';

it('the SDK types match the API: run `npm run generate:sdk` when this fails', async () => {
  const { default: committed } = await import('../../../sdk/src/wire.ts?raw');
  const response = await exports.default.fetch(new Request('http://localhost:8787/openapi.json'));
  expect(committed).toBe(wireTypes(await response.json()));
});
