import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { queueMail } from '../../../src/domain/platform/mail/queue-mail.ts';
import { makeContext } from '../../support/installation/context.ts';
import { sentMails } from '../../support/account/mails.ts';

const LINK = 'http://localhost:8787/password/reset?token=xml_abc';

async function ask(path: string, vars: Record<string, string>): Promise<Response> {
  const request = new Request(`http://localhost:8787${path}`);
  return app.fetch(request, { ...env, ...vars }, createExecutionContext());
}

async function writeMail(): Promise<string> {
  const ctx = makeContext();
  await queueMail(ctx, {
    to: 'ada@example.com',
    locale: 'en',
    template: 'reset_password',
    details: { link: LINK },
  });
  return (await sentMails())[0]!.id;
}

describe('the outbox', () => {
  it('lists mails of a local service and shows each with its link', async () => {
    const id = await writeMail();
    const local = { LOCAL_OUTBOX: 'true' };
    const list = await ask('/outbox', local);
    expect(list.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const page = await list.text();
    expect(page).toContain('Set a new password');
    expect(page).toContain(`href="/outbox/${id}"`);
    expect(await (await ask(`/outbox/${id}`, local)).text()).toContain(`href="${LINK}"`);
    expect(await (await ask('/outbox/mails.json', local)).json()).toMatchObject({
      mails: [{ id, to: 'ada@example.com', template: 'reset_password', link: LINK }],
    });
    expect((await ask('/outbox/mail_unknown', local)).status).toBe(404);
  });

  it('has the style sheet and the layout of the account pages', async () => {
    const reply = await ask('/outbox', { LOCAL_OUTBOX: 'true' });
    expect(reply.headers.get('Content-Security-Policy')).toMatch(/style-src 'self'/);
    const page = await reply.text();
    expect(page).toContain('<link rel="stylesheet" href="/portal/portal.css"/>');
    expect(page).toContain('data-layout="account"');
  });

  it('does not exist in any other service', async () => {
    const id = await writeMail();
    for (const path of ['/outbox', '/outbox/mails.json', `/outbox/${id}`]) {
      const reply = await ask(path, {});
      expect(reply.status).toBe(404);
      const { error } = await reply.json<{ error: unknown }>();
      const { error: unknown } = await (await ask('/nowhere', {})).json<{ error: unknown }>();
      expect(error).toEqual(unknown);
    }
  });

  it('cannot be switched on for a service that is reachable from outside', async () => {
    const vars = { LOCAL_OUTBOX: 'true', BASE_URL: 'https://id.example' };
    for (const LOCAL of ['', 'true'])
      expect((await ask('/outbox', { ...vars, LOCAL })).status).toBe(500);
  });
});
