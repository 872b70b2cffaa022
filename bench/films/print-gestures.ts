// Prints the gesture figures in the format that the documentation uses.
import { interval } from '../../scripts/calibrate/interval.ts';
import { printFigure, printTitle } from '../report.ts';
import { type GestureFigures, quantile } from './gestures.ts';

const REACH = 0.3;

export function printGestures(all: readonly GestureFigures[]): void {
  const most = all.map((one) => one.most);
  const mouth = all.flatMap(({ apart }) => (apart ? [apart.mouth] : []));
  const width = all.flatMap(({ apart }) => (apart ? [100 * apart.width] : []));
  const perspective = all.flatMap((one) => (one.perspective ? [one.perspective] : []));
  const rests = all.map(({ rest }) => rest);
  const noise = all.flatMap((one) => one.noise);
  const wander = all.flatMap((one) => one.wander);
  printTitle('Gestures');
  printFigure('stretches with a frontal face', `${all.length}`);
  printFigure('lips apart at rest, of the mouth', spread(rests, 2));
  printFigure('at most beyond that, nobody was asked', spread(most, 2));
  printFigure(`of them at least ${REACH}`, counted(most.map((one) => one >= REACH)));
  printFigure('from a picture to the next, shut', spread(noise, 3));
  printFigure('page and Worker at the widest, mouth', spread(mouth, 3));
  printFigure('page and Worker at the widest, face in per cent', spread(width, 1));
  printFigure('open mouths that pass for a mouth', counted(telling(all, 'isMouth')));
  printFigure('drawn lips that pass for a mouth', counted(telling(all, 'isForgedMouth')));
  printFigure(
    'eyes beside face, closer, per cent',
    spread(
      perspective.map(({ nearer }) => nearer),
      1,
    ),
  );
  printFigure(
    'eyes beside face, scaled, per cent',
    spread(
      perspective.map(({ scaled }) => scaled),
      1,
    ),
  );
  printFigure('eyes beside face, a head that stays, per cent', spread(wander, 1));
}

const telling = (
  all: readonly GestureFigures[],
  name: 'isMouth' | 'isForgedMouth',
): readonly boolean[] => all.flatMap((one) => one[name] ?? []);

/** The 5 % quantile, the median, the 95 % quantile and the maximum. */
const spread = (values: readonly number[], digits: number): string =>
  [0.05, 0.5, 0.95, 1].map((share) => quantile(values, share).toFixed(digits)).join(' / ');

const counted = (held: readonly boolean[]): string => {
  const count = held.filter(Boolean).length;
  return `${count} of ${held.length} (${interval(count, held.length)})`;
};
