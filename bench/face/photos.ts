// Measures how reliably one photograph shows whether the person in it is enrolled (D-15). The
// pictures are shipped by packages: one man on many days, other people, and puppets made from
// single photographs. Every picture goes through the complete path in the face Worker, from bytes
// to descriptor.
import type { FaceMeasurer } from '../../src/vision/face/face-wire.ts';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { facesApart } from '../../src/domain/terms/face-match.ts';
import { faceOf } from '../../src/domain/verification/rules/evidence/face-of.ts';
import { judgeEnrolled } from '../../src/domain/faces/face-templates/template.ts';
import { packDescriptor, unpackDescriptor } from '../../src/domain/terms/packed-descriptor.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { asTaken } from '../../test/support/puppet/scenes.ts';
import { loadStill, type Still } from '../../test/support/puppet/stills.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { printTitle, quantile } from '../report.ts';
import { loadAlbum } from './album.ts';
import { asKept } from './pictures.ts';

const LIMITS = [0.72, 0.76, 0.8, 0.83, 0.86, 0.88, 0.9, 0.95, 1, 1.05];
/** The width of a 12-megapixel phone photograph. */
const PHONE_WIDTH = 4_032;
/**
 * Poses of a person at rest: yaw and pitch in degrees, and the seed for the hand's tremor and the
 * camera's noise.
 */
const VIEWS = [
  [0, 0, 0],
  [5, 3, 1],
  [-6, -4, 2],
] as const;

interface Described {
  descriptor: number[];
  /** The descriptor as read back from its stored template. */
  kept: number[];
}

type Jpeg = Uint8Array<ArrayBuffer>;

export async function largePhoto(): Promise<Jpeg> {
  const { picture } = await loadStill('adult');
  return asKept(picture, PHONE_WIDTH);
}

/**
 * Compares photographs of one man on many days with each other, and with one photograph of each of
 * the other people.
 */
export async function benchDays(host: FaceMeasurer): Promise<void> {
  const { man, others, own, strangers } = await readDays(host);
  printTitle(`${man.length} photographs of one man on many days, and ${others.length} of others`);
  printPairs(own, strangers);
  printRule([...man, ...others]);
  const templates = groupsOfThree(man);
  printTitle('The mean of three of his photographs, of other days, against single ones');
  printPairs(
    templates.flatMap((three) =>
      man.filter((one) => !three.includes(one)).map((one) => apart(meanOf(three), one)),
    ),
    templates.flatMap((three) => others.map((other) => apart(meanOf(three), other))),
  );
}

/**
 * Splits photographs into groups of three. Each photograph is in at most one group, so that none
 * counts twice.
 */
export function groupsOfThree<One>(all: readonly One[]): One[][] {
  const groups = Array.from({ length: Math.floor(all.length / 3) }, (_, n) => n);
  return groups.map((n) => all.slice(3 * n, 3 * n + 3));
}

/**
 * Averages the faces of frontal pictures as a face check does (D-97), and stores the mean as a
 * template.
 */
function meanOf(pictures: readonly Described[]): Described {
  const faces = pictures.map(({ descriptor }) => ({
    yaw: 0,
    pitch: 0,
    isFrontal: true as const,
    descriptor: Float32Array.from(descriptor),
  }));
  const descriptor = faceOf({ faces });
  if (descriptor === undefined) throw new Error('These pictures make no face.');
  return {
    descriptor,
    kept: unpackDescriptor(packDescriptor(descriptor).buffer),
  };
}

/**
 * Measures the distances between the photographs of the album's main subject, a man, and between
 * them and the photographs of other people.
 */
export async function readDays(host: FaceMeasurer) {
  const album = await loadAlbum();
  const asSent = ({ picture }: Still): Jpeg => asKept(picture, 640);
  const man = await look(host, album.man.map(asSent));
  const others = await look(host, album.others.map(asSent));
  const strangers = man.flatMap((one) => others.map((other) => apart(one, other)));
  return { man, others, own: pairsOf(man), strangers };
}

/**
 * Measures the distances between the faces of puppets. All views of a person come from one
 * photograph, so the results for the same person are better than they would be for real pictures;
 * the results for different people are realistic.
 */
export async function benchViews(host: FaceMeasurer): Promise<void> {
  const { people, own, strangers } = await readPeople(host);
  printTitle(`${people.length} people, ${VIEWS.length} views of a photograph of each`);
  printPairs(own, strangers);
  printTitle('The mean of the three views of each, against that of everybody else');
  printPairs([], pairsOf(people.map(meanOf)));
}

export async function readPeople(host: FaceMeasurer) {
  const people: Described[][] = [];
  for (const still of await loadPeople())
    people.push(
      await look(
        host,
        VIEWS.map(([yaw, pitch, light]) => asKept(asTaken(turnHead(still, { yaw, pitch }), light))),
      ),
    );
  const strangers = pairsOf(people.flatMap((views) => views.slice(0, 1)));
  return { people, own: people.flatMap(pairsOf), strangers };
}

/** @param limits the limits to compare, each the largest distance that counts as a match */
export function printPairs(
  own: readonly number[],
  strangers: readonly number[],
  limits: readonly number[] = LIMITS,
): void {
  for (const [name, values] of Object.entries({ own, strangers })) {
    if (values.length === 0) continue;
    console.log(
      `  ${name}: least ${at(values, 0)}, 1 % ${at(values, 0.01)}, 5 % ${at(values, 0.05)}, median ${at(values, 0.5)}, 95 % ${at(values, 0.95)}, most ${at(values, 1)} (${values.length})`,
    );
  }
  console.log('| Limit | the same refused (FNMR) | strangers accepted (FMR) |');
  for (const limit of limits)
    console.log(
      `| ${limit.toFixed(2)} | ${shareOf(own, (one) => one > limit)} | ${shareOf(strangers, (one) => one <= limit)} |`,
    );
  const nearest = strangers.toSorted((a, b) => a - b);
  const refused = nearest.slice(0, 2).map((limit) => shareOf(own, (one) => one >= limit));
  if (own.length > 0)
    console.log(`  refused where no stranger passes, and where one does: ${refused.join('; ')}`);
}

const at = (values: readonly number[], share: number): string =>
  quantile([...values], share).toFixed(2);

const shareOf = (values: readonly number[], counts: (one: number) => boolean): string =>
  interval(values.filter(counts).length, values.length);

async function look(host: FaceMeasurer, jpegs: readonly Jpeg[]): Promise<Described[]> {
  const found: Described[] = [];
  for (const jpeg of jpegs) {
    const photo = await host.describePhoto({ jpeg });
    if (!photo.ok) {
      console.log(`  not described: ${photo.fault}`);
      continue;
    }
    const { descriptor } = photo;
    found.push({
      descriptor,
      kept: unpackDescriptor(packDescriptor(descriptor).buffer),
    });
  }
  return found;
}

const pairsOf = (all: readonly Described[]): number[] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => apart(one, other)));

/** The distance between an enrolled face, read back from its template, and a face that is shown. */
const apart = (enrolled: Described, shown: Described): number =>
  facesApart(enrolled.kept, shown.descriptor);

const judge = (one: readonly number[], other: readonly number[]) =>
  judgeEnrolled(one, other, SHIPPED_FACE_LIMITS);

/** Prints how many decisions change because a template stores only one byte per value. */
function printRule(all: readonly Described[]): void {
  const pairs = all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));
  const moved = pairs.filter(
    ([one, other]) => judge(one.kept, other.descriptor) !== judge(one.descriptor, other.descriptor),
  );
  console.log(`  decided otherwise by the kept descriptor: ${moved.length} of ${pairs.length}`);
}
