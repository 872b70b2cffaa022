// Measures how much face matching would improve if dlib's model were combined with faceres. Both
// models describe the same pictures, limits are set on one half of the people, and errors are
// counted on the other half. The product does not use dlib's model, because it would cost 6 MB to
// load and 20 MB of memory.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interval } from '../../scripts/calibrate/interval.ts';
import { groupOf } from '../../scripts/calibrate/pair-distances.ts';
import type { Shown } from '../../scripts/calibrate/pair-labels.ts';
import { facesApart } from '../../src/domain/terms/face-match.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { DlibNet } from '../face/dlib-net.ts';
import { printTitle, quantile } from '../report.ts';

interface Twice extends Shown {
  faceres: number[];
  dlib: number[];
}

/** How far apart two pictures are, by each model. */
interface Pair {
  group: string;
  isOwn: boolean;
  half: 0 | 1;
  faceres: number;
  dlib: number;
}

/** The shares of stranger pairs that may match in the half that the limit is set on. */
const GOALS = [0.01, 0.001] as const;
/** The maximum number of pictures per person, so that no person dominates the result. */
const MAX_PICTURES = 5;

/** @param folder labelled as for `npm run bench -- pairs` */
export async function benchSecondNet(folder: string, shown: readonly Shown[]): Promise<void> {
  const pairs = pairsOf(await describeTwice(folder, shown));
  const ways = waysOf(pairs);
  printTitle(
    'Beside dlib: limits of one half of the people, counted on the other, and the other way round',
  );
  console.log('| Group | Strangers | may match | Way | match | Own | refused |');
  for (const group of [...new Set(pairs.map((pair) => pair.group))].toSorted())
    for (const goal of GOALS)
      for (const [name, apart] of Object.entries(ways))
        printWay({ pairs: pairs.filter((pair) => pair.group === group), group, goal, name, apart });
}

/** Describes, with both models, the pictures in which exactly one face is found. */
async function describeTwice(folder: string, shown: readonly Shown[]): Promise<Twice[]> {
  const [{ modules, nets }, net] = [await faceWorker(), await DlibNet.load()];
  const twice: Twice[] = [];
  let dlib: number[] = [];
  // Runs dlib's model while faceres describes a face, because both models need the same pixels and
  // the Worker discards them afterwards.
  const faceres = Object.assign(Object.create(nets.faceres) as typeof nets.faceres, {
    describe: (...of: Parameters<typeof nets.faceres.describe>) => {
      dlib = net.describe(...of);
      return nets.faceres.describe(...of);
    },
  });
  for (const one of firstOfEach(shown)) {
    const photo = modules.describePhoto(
      { ...nets, faceres },
      await readFile(join(folder, one.file)),
    );
    if (photo.ok) twice.push({ ...one, faceres: photo.descriptor, dlib });
  }
  return twice;
}

const firstOfEach = (shown: readonly Shown[]): Shown[] =>
  [...Map.groupBy(shown, ({ person }) => person).values()].flatMap((own) =>
    own.slice(0, MAX_PICTURES),
  );

/**
 * Pairs pictures of people in the same group and the same half, so that a limit can be tested on
 * people who were not used to set it.
 */
function pairsOf(pictures: readonly Twice[]): Pair[] {
  return pictures.flatMap((one, at) =>
    pictures.slice(at + 1).flatMap((other): Pair[] => {
      const [group, half] = [groupOf(one), halfOf(one)];
      if (group !== groupOf(other) || half !== halfOf(other)) return [];
      const dlib = Math.hypot(...one.dlib.map((value, n) => value - (other.dlib[n] ?? 0)));
      const isOwn = one.person === other.person;
      return [{ group, half, isOwn, dlib, faceres: facesApart(one.faceres, other.faceres) }];
    }),
  );
}

const halfOf = ({ person }: Shown): 0 | 1 =>
  (createHash('sha256').update(person).digest()[0] ?? 0) % 2 === 0 ? 0 : 1;

type Apart = (pair: Pair) => number;

/**
 * The distance measures that are compared: the distance according to each model, and a combination
 * of the two, which divides each distance by its standard deviation among strangers and adds the
 * results.
 */
function waysOf(pairs: readonly Pair[]): Record<string, Apart> {
  const strangers = pairs.filter(({ isOwn }) => !isOwn);
  const deviation = (net: 'faceres' | 'dlib') => {
    const values = strangers.map((pair) => pair[net]);
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
  };
  const [ofFaceres, ofDlib] = [deviation('faceres'), deviation('dlib')];
  return {
    'faceres, by the rule': ({ faceres }) => faceres,
    dlib: ({ dlib }) => dlib,
    both: ({ faceres, dlib }) => faceres / ofFaceres + dlib / ofDlib,
  };
}

interface Row {
  pairs: readonly Pair[];
  group: string;
  goal: number;
  name: string;
  apart: Apart;
}

function printWay({ pairs, group, goal, name, apart }: Row): void {
  const limits = ([0, 1] as const).map((half) => {
    const drawn = pairs.filter((pair) => !pair.isOwn && pair.half !== half).map(apart);
    return drawn.length * goal < 1 ? undefined : quantile(drawn, goal);
  });
  const [first, second] = limits;
  if (first === undefined || second === undefined) return;
  const within = (pair: Pair) => apart(pair) <= (limits[pair.half] ?? 0);
  const [own, strangers] = [true, false].map((kind) => pairs.filter((pair) => pair.isOwn === kind));
  const matching = (strangers ?? []).filter(within).length;
  const refused = (own ?? []).filter((pair) => !within(pair)).length;
  const [ofOwn, ofStrangers] = [own?.length ?? 0, strangers?.length ?? 0];
  console.log(
    `| ${group} | ${ofStrangers} | ${100 * goal} % | ${name} | ${interval(matching, ofStrangers)} | ${ofOwn} | ${interval(refused, ofOwn)} |`,
  );
}
