// Zones printed in a font other than ICAO's. Such zones cannot be read at all, so a different font
// is not needed as a signal that a document is a copy (docs/documents.md).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPicture } from '../../../src/vision/documents/read-picture.ts';
import type { Outlines } from '../../support/documents/ink.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { loadLineNet } from '../../support/documents/weights.ts';

const FONTS = JSON.parse(
  readFileSync(new URL('../../support/documents/other-fonts.json', import.meta.url), 'utf8'),
) as Record<string, Outlines>;

const net = loadLineNet();

/** Reads a page as a scanner would see it, so that the font is the only difficulty. */
const read = (font?: Outlines) =>
  readPicture(net, drawSpecimen('td3', 7, {}, font && { font }).page, SHOWN_ON)?.reading.ok;

describe('a zone is not read in the font', () => {
  test.each(Object.entries(FONTS))('%s', (_, font) => {
    expect(read()).toBe(true);
    expect(read(font)).not.toBe(true);
  });
});
