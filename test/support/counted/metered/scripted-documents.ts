// A documents Worker that reads the same invented card from every request.
import type { DocumentReader } from '../../../../src/vision/documents/document-check.ts';
import type { DocumentReading } from '../../../../src/vision/documents/document-facts.ts';
import { CARD, ZONE } from '../../visitor/scripted-places.ts';

const MODELS = { 'scripted-reader.bin': 'cd'.repeat(32) };

const READING: DocumentReading = {
  ok: true,
  facts: {
    type: 'id_card',
    country: 'CZ',
    number: 'D23145890',
    birthDate: '1974-08-12',
    expiryDate: '2091-04-15',
    surname: 'QUARRYSTONE',
    givenNames: 'AGATHA',
  },
};

export const scriptedDocuments = (): DocumentReader => ({
  read: async () => ({
    ok: true,
    readings: [READING, READING, READING],
    zone: ZONE,
    signals: [],
    models: MODELS,
  }),
  lookAtFront: async () => ({ ok: true, cards: [CARD], models: MODELS }),
  lookAtPage: async () => ({ ok: true, text: CARD.text, models: MODELS }),
  lookAtTake: async ({ pictures }) => ({
    ok: true,
    leastApart: 4,
    pictures: pictures.map(({ t }) => ({ t, page: 0.9 })),
  }),
  health: async () => ({ ok: true }),
});
