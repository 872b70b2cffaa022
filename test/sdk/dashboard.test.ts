// The client that manages webhook endpoints and OAuth clients with a staff member's token: the
// requests that it sends, its retries, and when it reads the token.
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { AgateDashboard } from '../../sdk/src/index.ts';
import { readBody, serve } from './fake-service.ts';

async function dashboard(accessToken: string | (() => Promise<string>), statuses: number[] = []) {
  const asked: string[] = [];
  const tokens: (string | undefined)[] = [];
  const answer = async (body: string, response: ServerResponse): Promise<void> => {
    const status = statuses.shift() ?? 200;
    const meta = { request_id: 'req_1', timestamp: '2026-08-13T09:30:00Z' };
    const said =
      status === 200
        ? { success: true, data: [body], meta }
        : { success: false, error: { code: 'UNAVAILABLE', message: 'No.' }, meta };
    response.writeHead(status).end(JSON.stringify(said));
  };
  const baseUrl = await serve((request, response) => {
    tokens.push(request.headers.authorization);
    void readBody(request).then((body) => {
      asked.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`);
      return answer(body, response);
    });
  });
  return { asked, tokens, staff: new AgateDashboard({ accessToken, baseUrl }) };
}

describe('the dashboard client', () => {
  test('manages webhook endpoints', async () => {
    const { staff, asked, tokens } = await dashboard('at_1');
    const { webhooks } = staff;
    await webhooks.list();
    await webhooks.create({ url: 'https://shop.example/hooks', events: ['session.success'] });
    await webhooks.read('we_a/b');
    await webhooks.change('we_1', { state: 'paused' });
    await webhooks.verify('we_1');
    await webhooks.rotateSecret('we_1');
    await webhooks.deliveries('we_1', { state: 'dead', page: 2 });
    await webhooks.replay('dlv_1');
    await webhooks.delete('we_1');
    expect(asked).toEqual([
      'GET /dashboard/v1/webhooks?per_page=100&page=1',
      'POST /dashboard/v1/webhooks {"url":"https://shop.example/hooks","events":["session.success"]}',
      'GET /dashboard/v1/webhooks/we_a%2Fb',
      'PATCH /dashboard/v1/webhooks/we_1 {"state":"paused"}',
      'POST /dashboard/v1/webhooks/we_1/verify',
      'POST /dashboard/v1/webhooks/we_1/rotate-secret',
      'GET /dashboard/v1/webhooks/we_1/deliveries?per_page=100&page=2&state=dead',
      'POST /dashboard/v1/deliveries/dlv_1/replay',
      'DELETE /dashboard/v1/webhooks/we_1',
    ]);
    expect(new Set(tokens)).toEqual(new Set(['Bearer at_1']));
  });

  test('manages OAuth clients', async () => {
    const { staff, asked } = await dashboard('at_1');
    const client = { name: 'Shop', redirect_uris: ['https://shop.example/cb'] };
    await staff.oauthClients.list();
    await staff.oauthClients.create({ ...client, scopes: ['openid'] });
    await staff.oauthClients.read('xoc_1');
    await staff.oauthClients.change('xoc_1', { logo: null });
    await staff.oauthClients.rotateSecret('xoc_1', { overlapDays: 7, keep: 'older' });
    await staff.oauthClients.delete('xoc_1');
    expect(asked).toEqual([
      'GET /dashboard/v1/oauth-clients?per_page=100',
      `POST /dashboard/v1/oauth-clients ${JSON.stringify({ ...client, scopes: ['openid'] })}`,
      'GET /dashboard/v1/oauth-clients/xoc_1',
      'PATCH /dashboard/v1/oauth-clients/xoc_1 {"logo":null}',
      'POST /dashboard/v1/oauth-clients/xoc_1/rotate-secret {"overlap_days":7,"keep":"older"}',
      'DELETE /dashboard/v1/oauth-clients/xoc_1',
    ]);
  });

  test('requests the token before each attempt, and retries only calls that may be repeated', async () => {
    let count = 0;
    const { staff, asked, tokens } = await dashboard(
      async () => `at_${(count += 1)}`,
      [503, 200, 503],
    );
    await staff.webhooks.read('we_1');
    expect(tokens).toEqual(['Bearer at_1', 'Bearer at_2']);
    await expect(staff.webhooks.rotateSecret('we_1')).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(3);
  });
});
