// A scripted face Worker, and the faces that it measures. Instead of measuring, the Worker reads
// the measurements that a test has written into the pictures, but it does verify the pictures'
// hashes.
import type { Fetcher } from '@cloudflare/workers-types';
import { angleOf } from '../../../src/vision/face/challenge.ts';
import { encodeBase64Url } from '../../../src/crypto/encoding.ts';
import { BENT_HEAD } from '../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import type {
  BentScore,
  DescribedPhoto,
  FaceMeasurer,
  MeasuredFace,
  MeasuredPicture,
  MeasuredPortrait,
  Measurement,
  MeasureRequest,
  PhotoFault,
  PhotoRequest,
  PictureFault,
  PortraitMeasurement,
} from '../../../src/vision/face/face-wire.ts';
import type { Mouth } from '../../../src/vision/face/mouth.ts';
import { Hold } from '../faults/hold.ts';
import { blendFaces, describePerson } from './scripted-descriptor.ts';

const SOI = [0xff, 0xd8, 0xff];

/** The models that the scripted measurements report as used. */
export const MODELS = { 'scripted.bin': 'ab'.repeat(32) };

/** The content of a picture, or the reason why it cannot be measured. */
export type Seen = { ok: true; face: MeasuredFace } | { ok: false; fault: PictureFault };

/** Returns a picture file with this content; the same content always gives the same file. */
export const toJpeg = (seen: Seen): Uint8Array<ArrayBuffer> => jpegOf(seen);

/**
 * Returns a new file with the same content but unique noise, since a sensor's noise never repeats.
 */
export const withNoise = (jpeg: Uint8Array): Uint8Array<ArrayBuffer> =>
  jpegOf({ ...(readJpeg(jpeg) as Seen), noise: crypto.randomUUID() });

const readJpeg = (jpeg: Uint8Array): unknown =>
  JSON.parse(new TextDecoder().decode(jpeg.slice(SOI.length)));

function jpegOf(content: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const jpeg = new Uint8Array(SOI.length + text.length);
  jpeg.set(SOI);
  jpeg.set(text, SOI.length);
  return jpeg;
}

type Photo =
  | { person: string; view: number }
  | { person: string; other: string; distance: number }
  | { fault: PhotoFault };

/**
 * Returns a photograph of a person.
 * @param view distinguishes the photographs of the same person
 */
export const photoOf = (person: string, view = 0): Uint8Array<ArrayBuffer> =>
  jpegOf({ person, view } satisfies Photo);
/**
 * @param distance the distance between the photograph's descriptor and the first person's, from 0
 *   to 1.1
 */
export const blendedPhoto = (
  person: string,
  other: string,
  distance: number,
): Uint8Array<ArrayBuffer> => jpegOf({ person, other, distance } satisfies Photo);
export const faultyPhoto = (fault: PhotoFault): Uint8Array<ArrayBuffer> =>
  jpegOf({ fault } satisfies Photo);

export async function hashOf(nonce: string, t: number, jpeg: Uint8Array): Promise<string> {
  const name = new TextEncoder().encode(`${nonce}${t}`);
  const bytes = new Uint8Array(name.length + jpeg.length);
  bytes.set(name);
  bytes.set(jpeg, name.length);
  return encodeBase64Url(await crypto.subtle.digest('SHA-256', bytes));
}

export class ScriptedFace implements FaceMeasurer {
  /** The requests to measure pictures that the Worker has received. */
  readonly requests: MeasureRequest[] = [];
  /**
   * Alters what the Worker sees in the picture taken at time `t`. By default, it changes nothing.
   */
  altered: (t: number, seen: Seen) => Seen = (_, seen) => seen;
  /** The bent head's score for a face, if it is requested. */
  bent: (face: MeasuredFace) => BentScore = () => ({ id: BENT_HEAD, score: 0 });
  /** If set, every request fails with this error, as if the Worker were unreachable. */
  failure: Error | undefined;
  /** The portrait that the Worker finds on a document. */
  portrait: MeasuredPortrait = seePortrait('Ada');
  /** The hash of the model that computes the Worker's descriptors. */
  model = 'cd'.repeat(32);
  /** The number of photographs that the Worker has been asked to describe. */
  photos = 0;
  readonly #hold = new Hold();

  /** This object as a service binding, for example `{ ...env, FACE: face.binding }`. */
  get binding(): Fetcher {
    return this as unknown as Fetcher;
  }

  /** Holds back all further requests until they are released. */
  hold = () => this.#hold.next();

  async measure(request: MeasureRequest): Promise<Measurement> {
    this.requests.push(request);
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    const pictures = await Promise.all(
      request.pictures.map(async (picture): Promise<MeasuredPicture> => {
        const { t, hash, jpeg, isDescribed = true, describedWithin = Infinity } = picture;
        const { isBentScored = false } = picture;
        if ((await hashOf(request.nonce, t, jpeg)) !== hash)
          return { t, ok: false, fault: 'not_committed' };
        const seen = readJpeg(jpeg) as Seen;
        const found = this.altered(t, seen);
        if (!found.ok) return { ...found, t };
        const face = { ...found.face, ...(isBentScored && { bent: this.bent(found.face) }) };
        if (isDescribed && angleOf(face.pose) <= describedWithin) return { t, ok: true, face };
        return { t, ok: true, face: { ...face, descriptor: [] } };
      }),
    );
    return { pictures, models: MODELS, descriptorModel: this.model };
  }

  async measurePortrait(): Promise<PortraitMeasurement> {
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    return { portrait: this.portrait, models: MODELS };
  }

  async describePhoto({ jpeg }: PhotoRequest): Promise<DescribedPhoto> {
    this.photos += 1;
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    const shown = readJpeg(jpeg) as Photo;
    if ('fault' in shown) return { ok: false, fault: shown.fault };
    const { model } = this;
    if ('view' in shown)
      return { ok: true, descriptor: describePerson(shown.person, shown.view), model };
    const { person, other, distance } = shown;
    return { ok: true, descriptor: blendFaces(person, other, distance), model };
  }

  async health(): ReturnType<FaceMeasurer['health']> {
    await this.#hold.pass();
    return this.failure === undefined
      ? { ok: true, descriptorModel: this.model, models: MODELS }
      : { ok: false };
  }
}

/** A portrait 30 mm wide on a page that is 125 mm wide and fills the picture. */
const ON_CARD = {
  widthPx: 200,
  face: { left: 120, top: 320, right: 320, bottom: 580 },
  picture: { width: 1280, height: 900 },
} as const;

/**
 * Returns this person's portrait as printed on a document. Its distance from live pictures of the
 * person is typical of real printed portraits.
 */
export const seePortrait = (person: string): MeasuredPortrait =>
  blendPortrait(person, `${person}, printed`, 0.6);

/**
 * Returns a portrait whose descriptor lies between the descriptors of two people.
 * @param distance the distance between the portrait's descriptor and the first person's, from 0 to
 * 1.1
 */
export const blendPortrait = (
  person: string,
  other: string,
  distance: number,
): MeasuredPortrait => ({
  ok: true,
  descriptor: blendFaces(person, other, distance),
  faces: 1,
  ...ON_CARD,
});

interface View {
  yaw: number;
  pitch: number;
  width?: number | undefined;
  /** How far the mouth is open, as a fraction of its width; by default, the lips are closed. */
  mouth?: number | undefined;
  /**
   * Whether the picture shows lips that are only stretched apart, without the inside of a mouth
   * between them.
   */
  isStretched?: boolean;
  /** The name of the person that the face belongs to. */
  person?: string;
  ages?: NonNullable<MeasuredFace['ages']>;
  /** Whether the picture shows a flat print of the face, turned in front of the camera. */
  isFlat?: boolean;
}

export function seeFace({
  yaw,
  pitch,
  width = 0.3,
  mouth = 0,
  isStretched = false,
  person = 'Ada',
  ages,
  isFlat = false,
}: View): MeasuredFace {
  return {
    faces: 1,
    pose: { yaw, pitch, roll: 0 },
    score: 0.95,
    x: 0.5,
    y: 0.5,
    width,
    mouth: seeMouth(mouth, isStretched),
    descriptor: describePerson(person, yaw + pitch),
    mesh: isFlat ? projectPrint(yaw, pitch) : projectHead(yaw, pitch),
    ...(ages !== undefined && { ages }),
  };
}

const seeMouth = (opening: number, isStretched: boolean): Mouth => {
  if (opening < 0.15) return { opening };
  return {
    opening,
    inside: isStretched ? { contrast: 0.7, redder: 0.3 } : { contrast: 2.5, redder: 0 },
  };
};

const POINTS = 468;
const FOREHEAD = 10;
const CHIN = 152;
const FACE_PX = 160;
const DEPTH = 0.35;

/** A face that bulges towards the camera, with coordinates in units of the face's height. */
const HEAD = Array.from({ length: POINTS }, (_, index): [number, number, number] => {
  if (index === FOREHEAD) return [0, -0.5, 0];
  if (index === CHIN) return [0, 0.5, 0];
  const radius = Math.sqrt((index + 0.5) / POINTS) / 2;
  const [x, y] = [Math.cos(index * 2.4) * radius * 0.8, Math.sin(index * 2.4) * radius];
  return [x, y, DEPTH * (1 - 4 * radius * radius)];
});

const projectHead = (yaw: number, pitch: number): number[] => project(HEAD, yaw, pitch);

/** Projects the face as a flat print, with all points in one plane. */
const projectPrint = (yaw: number, pitch: number): number[] =>
  project(
    HEAD.map(([x, y]) => [x, y, 0]),
    yaw,
    pitch,
  );

function project(points: readonly [number, number, number][], yaw: number, pitch: number) {
  const [a, b] = [yaw, pitch].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  return points.flatMap(([x, y, z]) => {
    const [x1, z1] = [x * Math.cos(a) + z * Math.sin(a), z * Math.cos(a) - x * Math.sin(a)];
    return [240 + FACE_PX * x1, 180 + FACE_PX * (y * Math.cos(b) + z1 * Math.sin(b))];
  });
}
