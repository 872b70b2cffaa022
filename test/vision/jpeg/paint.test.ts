// Colours as JFIF 1.02 defines them, computed with the same arithmetic as the nets' golden values.
import { expect, test } from 'vitest';
import { layOut, paintUnit } from '../../../src/vision/jpeg/paint.ts';

const EDGE = 256;
const truncated = (value: number): number => Math.trunc(Math.min(255, Math.max(0, value)));

test('every brightness is correct with every pair of colour differences', () => {
  const component = () => ({ across: 32, down: 32, samples: new Uint8Array(EDGE * EDGE) });
  const [light, blueness, redness] = [component(), component(), component()];
  for (let at = 0; at < EDGE * EDGE; at++) {
    light.samples[at] = at % EDGE;
    redness.samples[at] = at / EDGE;
  }
  const picture = { data: new Uint8Array(EDGE * EDGE * 4), width: EDGE, height: EDGE };
  const colours = [light, blueness, redness] as const;
  const layout = layOut(colours, 1);
  let wrong = 0;
  for (let blue = 0; blue < 256; blue++) {
    blueness.samples.fill(blue);
    paintUnit(picture, layout, colours, 0, 0);
    const b = blue - 128;
    for (let at = 0; at < EDGE * EDGE; at++) {
      const value = at % EDGE;
      const r = (at >> 8) - 128;
      if (picture.data[4 * at] !== truncated(value + 1.402 * r)) wrong++;
      const green = truncated(value - 0.344_136_3 * b - 0.714_136_36 * r);
      if (picture.data[4 * at + 1] !== green) wrong++;
      if (picture.data[4 * at + 2] !== truncated(value + 1.772 * b)) wrong++;
    }
  }
  expect(wrong).toBe(0);
  expect(picture.data.every((byte, at) => at % 4 < 3 || byte === 255)).toBe(true);
});
