// The real nets for clips, loaded once per process: the page's engine, which follows a face from
// picture to picture, and the face Worker's measurement, which starts from scratch with each
// picture.
import { hashPicture } from '../../../src/workers/face/commitment.ts';
import type { FaceEngine } from '../../../src/vision/face/face-engine.ts';
import type {
  FaceMeasurer,
  MeasuredPicture,
  MeasureRequest,
  RevealedPicture,
} from '../../../src/vision/face/face-wire.ts';
import { loadEngine } from '../puppet/engine-for-node.ts';
import { faceWorker } from '../puppet/face-worker-for-node.ts';

export type Jpeg = Uint8Array<ArrayBuffer>;

type PictureMeasurer = Pick<FaceMeasurer, 'measure'>;

interface ClipNets {
  /** The page's engine. It must be reset before each clip. */
  engine: FaceEngine;
  face: PictureMeasurer;
}

let started: Promise<ClipNets> | undefined;

export function clipNets(): Promise<ClipNets> {
  started ??= start();
  return started;
}

async function start(): Promise<ClipNets> {
  const { modules, nets } = await faceWorker();
  const engine = await loadEngine(['blazeface', 'facemesh']);
  const face = rememberPictures((request) => modules.measurePictures(nets, request));
  return { engine, face };
}

/**
 * Caches measurements: a picture gives the same result in every session that asks for the same, so
 * it is measured once. Whether the picture matches its commitment is checked each time.
 */
function rememberPictures(
  measure: (request: MeasureRequest) => Promise<MeasuredPicture[]>,
): PictureMeasurer {
  const known = new Map<string, WeakMap<Jpeg, MeasuredPicture>>();
  const measureOne = async (request: MeasureRequest, picture: RevealedPicture) => {
    const { isDescribed, describedWithin, isBentScored } = picture;
    const asked = JSON.stringify([request.step, isDescribed, describedWithin, isBentScored]);
    const alike = known.get(asked) ?? new WeakMap<Jpeg, MeasuredPicture>();
    known.set(asked, alike);
    const isCommitted = (await hashPicture(request.nonce, picture)) === picture.hash;
    const remembered = isCommitted ? alike.get(picture.jpeg) : undefined;
    const [found] = remembered
      ? [{ ...remembered, t: picture.t }]
      : await measure({ ...request, pictures: [picture] });
    if (found === undefined) throw new Error('The face Worker left a picture out.');
    if (isCommitted) alike.set(picture.jpeg, found);
    return found;
  };
  return {
    measure: async (request) => {
      const pictures: MeasuredPicture[] = [];
      for (const picture of request.pictures) pictures.push(await measureOne(request, picture));
      return { pictures, models: {}, descriptorModel: '' };
    },
  };
}
