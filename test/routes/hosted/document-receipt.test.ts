// The receipt's statements about a document that was sent (D-85, D-91).
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import type { ReceiptStatement } from '../../../src/domain/verification/present-receipt.ts';
import {
  DocumentVisit,
  FIELD_READERS,
  jpegOf,
  READERS,
  reads,
} from '../../support/visitor/scripted-documents.ts';
import { MODELS } from '../../support/visitor/scripted-face.ts';

it('the receipt lists what was sent, by hashes (D-85, D-91)', async () => {
  const visit = await DocumentVisit.atDocument();
  visit.film = undefined;
  await visit.show({ front: jpegOf('the front') });
  const { receipt } = await visit.result();
  const jws = await visit.edge.read(new URL(receipt).pathname).then((answer) => answer.text());
  const { received, models } = decodeJwt<ReceiptStatement>(jws);
  const entry = received.at(-1);
  expect(entry).toMatchObject({ step: 'document', pictures: 4, uploads: 1 });
  expect(new Set(entry?.hashes).size).toBe(4);
  expect(models).toEqual(modelsOf({ ...MODELS, ...READERS, ...FIELD_READERS }));
});

it('the receipt lists the small pictures of a take along with the sides, by hashes (D-137)', async () => {
  const visit = await DocumentVisit.atDocument();
  await visit.show({ front: jpegOf('the front') });
  const { receipt } = await visit.result();
  const jws = await visit.edge.read(new URL(receipt).pathname).then((answer) => answer.text());
  const entry = decodeJwt<ReceiptStatement>(jws).received.at(-1);
  const small = visit.documents.takes[0]?.pictures.length ?? 0;
  expect(small).toBeGreaterThan(3);
  expect(entry).toMatchObject({ step: 'document', pictures: 4 + small, uploads: 1 });
  expect(new Set(entry?.hashes).size).toBe(4 + small);
});

it('the receipt names the readers of a document that is refused (D-85)', async () => {
  const visit = await DocumentVisit.atDocument();
  visit.film = undefined;
  visit.documents.setReading(reads({ birthDate: '2015-01-01' }));
  await visit.show();
  const { receipt } = await visit.result();
  const jws = await visit.edge.read(new URL(receipt).pathname).then((answer) => answer.text());
  expect(decodeJwt<ReceiptStatement>(jws)).toMatchObject({
    status: 'failed',
    models: modelsOf({ ...MODELS, ...READERS }),
  });
});

it.each([
  [
    'cannot be measured',
    (visit) => (visit.edge.face.portrait = { ok: false, fault: 'unreadable' }),
    {},
  ],
  [
    'is not measured, the Worker being away',
    (visit) => (visit.edge.face.failure = new Error()),
    {},
  ],
  ['comes after the end', (visit) => visit.edge.browser.step('cancel'), FIELD_READERS],
] as [string, (visit: DocumentVisit) => unknown, Record<string, string>][])(
  'the receipt names the readers of a document whose portrait %s (D-85)',
  async (_, spoil, also) => {
    const visit = await DocumentVisit.atDocument();
    visit.film = undefined;
    const { arrived, release } = visit.documents.hold();
    const sent = visit.show();
    await arrived;
    await spoil(visit);
    release();
    expect((await sent).status).toBeGreaterThanOrEqual(400);
    visit.edge.face.failure = undefined;
    await visit.edge.browser.step('cancel');
    const { receipt } = await visit.result();
    const jws = await visit.edge.read(new URL(receipt).pathname).then((answer) => answer.text());
    const { received, models } = decodeJwt<ReceiptStatement>(jws);
    expect(received.at(-1)).toMatchObject({ step: 'document', uploads: 1 });
    expect(received.at(-1)?.hashes).toHaveLength(3);
    expect(models).toEqual(modelsOf({ ...MODELS, ...READERS, ...also }));
  },
);

const modelsOf = (models: Record<string, string>) =>
  Object.entries(models).map(([file, sha256]) => ({ file, sha256 }));
