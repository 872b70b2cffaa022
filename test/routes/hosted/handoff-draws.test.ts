// Changing devices while pictures are due. If changing devices cost no attempt, an attacker could
// start over until the draw was favourable.
import { expect, it } from 'vitest';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';

/** Moves the session to a phone, which confirms the hand-off with the code. */
async function handOver(visit: EdgeVisit): Promise<TestBrowser> {
  const { data } = (await visit.browser.step('handoff')).body;
  const phone = new TestBrowser(undefined, visit.fetch);
  const joined = await phone.post('/v/handoffs', { token: data.url.split('/v/')[1] });
  phone.sessionId = joined.body.data.id;
  await phone.step('handoff/confirm', { code: data.code });
  return phone;
}

it('a hand-off costs an attempt if drawn pictures were due, in both directions', async () => {
  const visit = await EdgeVisit.begin();
  await visit.move();
  const phone = await handOver(visit);
  expect((await phone.view()).body.data).toMatchObject({
    step: 'consent',
    attempts_left: { liveness: 2 },
  });
  const computer = visit.browser;
  visit.browser = phone;
  const { scopes } = (await phone.view()).body.data.privacy;
  await phone.step('consent', { biometric: true, scopes });
  await visit.move();
  await computer.step('handoff/end');
  expect((await computer.view()).body.data).toMatchObject({ attempts_left: { liveness: 1 } });
});

it('a hand-off ends the session if that was the last attempt', async () => {
  const visit = await EdgeVisit.begin();
  for (let attempt = 0; attempt < 3; attempt++) {
    await visit.move();
    visit.browser = await handOver(visit).then(async (phone) => {
      await phone.step('handoff/end');
      return visit.browser;
    });
    const { privacy, status } = (await visit.browser.view()).body.data;
    if (status !== 'in_progress') break;
    await visit.browser.step('consent', { biometric: true, scopes: privacy.scopes });
  }
  expect(await visit.result()).toMatchObject({ status: 'failed', reason: 'liveness_failed' });
});

it('a hand-off costs an attempt at the document if its pictures were due, and ends the check after the last', async () => {
  const visit = await DocumentVisit.atDocument();
  await visit.takeOf(await visit.parts());
  const { edge } = visit;
  const computer = edge.browser;
  edge.browser = await handOver(edge);
  expect((await visit.view()).attempts_left.document).toBe(2);
  const takeAgain = async () => {
    const { scopes } = (await visit.view()).privacy;
    await edge.browser.step('consent', { biometric: true, scopes });
    await visit.takeOf(await visit.parts());
  };
  await takeAgain();
  await edge.browser.step('handoff/end');
  edge.browser = computer;
  expect((await visit.view()).attempts_left.document).toBe(1);
  await takeAgain();
  await handOver(edge);
  expect(await visit.result()).toMatchObject({ status: 'failed', reason: 'document_rejected' });
});

it('a hand-off costs nothing if no pictures were due', async () => {
  const visit = await EdgeVisit.begin();
  await visit.browser.step('challenge');
  const phone = await handOver(visit);
  expect((await phone.view()).body.data.attempts_left.liveness).toBe(3);
});
