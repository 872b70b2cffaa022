// Error rates of the face comparison as the truth page receives them: groups with and without
// pictures from different days, and small sets.
import type { WireFaceRates } from '../../../../widget/console/api/wire.ts';

type Rate = WireFaceRates['groups'][number]['strangers']['portrait'];

const rate = (share: number, low: number, high: number): Rate => ({ share, interval: [low, high] });

export const FACE_RATES: WireFaceRates = {
  measured_on: '2026-11-28',
  limits: { portrait: { same: 0.88, other: 1.05 }, enrolled: { same: 0.83, other: 1.05 } },
  in_force: true,
  groups: [
    {
      group: 'Korean singers, women',
      people: 15,
      strangers: {
        pairs: 2625,
        portrait: rate(0.044, 0.037, 0.052),
        enrolled: rate(0.011, 0.008, 0.016),
        portrait_unclear: rate(0.766, 0.749, 0.782),
      },
      own: {
        pairs: 389,
        portrait_again: rate(0.362, 0.316, 0.411),
        portrait_other: rate(0.003, 0.000_45, 0.014),
        enrolled_refused: rate(0.578, 0.529, 0.626),
      },
    },
    {
      group: 'LFW: East Asian men',
      people: 35,
      strangers: {
        pairs: 5839,
        portrait: rate(0.005, 0.003, 0.007),
        enrolled: rate(0.000_17, 0.000_03, 0.000_97),
        portrait_unclear: rate(0.328, 0.316, 0.34),
      },
      own: {
        pairs: 260,
        portrait_again: rate(0.146, 0.108, 0.194),
        portrait_other: rate(0, 0, 0.015),
        enrolled_refused: rate(0.246, 0.198, 0.302),
      },
    },
    {
      group: 'FairFace: Black men',
      people: 47,
      strangers: {
        pairs: 1081,
        portrait: rate(0.000_93, 0.000_16, 0.005),
        enrolled: rate(0, 0, 0.004),
        portrait_unclear: rate(0.053, 0.041, 0.068),
      },
      own: null,
    },
  ],
};
