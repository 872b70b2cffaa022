import { describe, expect, it } from 'vitest';
import { OVAL } from '../../../../widget/hosted/capture/framing.ts';
import { OvalFit } from '../../../../widget/hosted/capture/oval-fit.ts';
import { STAGE } from '../faces.ts';

/** Returns the size of a face with the given aspect ratio in a 4:3 picture. */
const faceOf = (aspect: number) => ({ width: (0.45 * aspect) / STAGE.pictureAspect, height: 0.45 });

function fitTo(aspects: number[]): OvalFit {
  const fit = new OvalFit();
  for (const aspect of aspects) fit.see(faceOf(aspect), STAGE);
  return fit;
}

const many = (aspect: number) => Array.from({ length: 40 }, () => aspect);

describe('oval', () => {
  it('is narrower for a narrow face and wider for a wide one', () => {
    const [narrow, wide] = [fitTo(many(0.72)).width, fitTo(many(0.88)).width];
    expect(narrow).toBeLessThan(OVAL.width - 0.02);
    expect(wide).toBeGreaterThan(OVAL.width + 0.02);
  });

  it('stays within what the stage can show', () => {
    expect(fitTo(many(0.4)).width).toBeGreaterThanOrEqual(0.57);
    expect(fitTo(many(1.6)).width).toBeLessThanOrEqual(0.73);
  });

  it('does not jitter with the measurement', () => {
    const fit = fitTo(many(0.8));
    const widths = new Set<number>();
    for (let i = 0; i < 200; i++) {
      fit.see(faceOf(0.8 + Math.sin(i * 12.9898) * 0.02), STAGE);
      widths.add(fit.width);
    }
    expect(widths.size).toBe(1);
  });

  it('keeps its shape until it has enough measurements', () => {
    expect(fitTo([0.9, 0.9, 0.9]).width).toBe(OVAL.width);
  });
});
