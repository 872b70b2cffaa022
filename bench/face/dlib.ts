// Measures how well dlib's network distinguishes people in the pairs of photographs that photos.ts
// compares, from the same JPEG files, to find out whether it would work better than faceres, which
// the service uses.
import jpeg from 'jpeg-js';
import type { Picture } from '../../src/vision/face/picture.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { asTaken } from '../../test/support/puppet/scenes.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { printTitle } from '../report.ts';
import { loadAlbum } from './album.ts';
import { DlibNet } from './dlib-net.ts';
import { groupsOfThree, printPairs } from './photos.ts';
import { asKept } from './pictures.ts';

/** The candidate limits for the distance between faces; the network's author recommends 0.6. */
const LIMITS = [0.4, 0.44, 0.46, 0.48, 0.5, 0.52, 0.54, 0.56, 0.58, 0.6];
const SENT_WIDTH = 640;

export async function benchDlib(): Promise<void> {
  const net = await DlibNet.load();
  const album = await loadAlbum();
  const sent = (still: Still): number[] => describe(net, still, asKept(still.picture, SENT_WIDTH));
  const [man, others] = [album.man.map(sent), album.others.map(sent)];
  printTitle(
    `dlib: ${man.length} photographs of one man on many days, and ${others.length} of others`,
  );
  printPairs(
    pairsOf(man),
    man.flatMap((one) => others.map((other) => apart(one, other))),
    LIMITS,
  );
  printTitle('dlib: the mean of three of his photographs, of other days, against single ones');
  const templates = groupsOfThree(man);
  printPairs(
    templates.flatMap((three) =>
      man.filter((one) => !three.includes(one)).map((one) => apart(meanOf(three), one)),
    ),
    templates.flatMap((three) => others.map((other) => apart(meanOf(three), other))),
    LIMITS,
  );
  const people = (await loadPeople()).map((still) =>
    describe(net, still, asKept(asTaken(still.picture, 0))),
  );
  printTitle(`dlib: ${people.length} people among themselves`);
  printPairs([], pairsOf(people), LIMITS);
}

/** Computes the descriptor of the face in the picture, as decoded from the sent bytes. */
function describe(net: DlibNet, { picture, mesh }: Still, bytes: Uint8Array): number[] {
  const seen: Picture = jpeg.decode(bytes, { useTArray: true });
  const scale = seen.width / picture.width;
  return net.describe(
    seen,
    mesh.map(([x, y, z]) => [x * scale, y * scale, z * scale]),
  );
}

const pairsOf = (all: readonly number[][]): number[] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => apart(one, other)));

const apart = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)));

const meanOf = (all: readonly (readonly number[])[]): number[] =>
  (all[0] ?? []).map((_, i) => all.reduce((sum, one) => sum + (one[i] ?? 0), 0) / all.length);
