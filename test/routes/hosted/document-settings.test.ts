import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const asEnded = (reason: string) => ({ status: 'failed', outcome: { reason } });

describe('a customer’s settings for documents (D-91)', () => {
  const withSettings = async (columns: string) => {
    const customer = await makeTenant();
    await env.DB.prepare(`UPDATE tenants SET ${columns} WHERE id = ?`).bind(customer.id).run();
    return { customer };
  };

  it('without document_step_up an inconclusive age ends the session', async () => {
    const visit = await DocumentVisit.steppedUp({}, await withSettings('document_step_up = 0'));
    expect(await visit.view()).toMatchObject(asEnded('age_inconclusive'));
  });

  it('a kind outside allowed_documents leads to a request for another one, and finally to a rejection', async () => {
    const options = await withSettings(`allowed_documents = '["passport"]'`);
    const visit = await DocumentVisit.atDocument(undefined, options);
    expect((await visit.view()).document.allowed).toEqual(['passport']);
    expect((await visit.show()).body.data).toMatchObject({ problem: 'document_not_accepted' });
    await visit.show();
    expect((await visit.show()).body.data).toMatchObject(asEnded('document_rejected'));
  });
});
