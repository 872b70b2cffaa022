// The face Worker as it is deployed, in workerd, behind a Worker that calls it as the service does.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyFaceModels } from '../../../scripts/models.ts';
import type {
  DescribedPhoto,
  FaceMeasurer,
  Measurement,
  MeasureRequest,
  PortraitMeasurement,
  RevealedPicture,
} from '../../../src/vision/face/face-wire.ts';
import { hashPicture } from '../../../src/workers/face/commitment.ts';
import { startBehindCaller } from './worker-host.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A Worker that calls a method of the face Worker. Each request is a JSON array of the method's
 * name and its argument, in which JPEGs are base64-encoded.
 */
const CALLER = `
export default {
  async fetch(request, { FACE }) {
    if (request.method === 'GET') return FACE.fetch(request);
    const [method, argument] = await request.json();
    for (const picture of argument?.pictures ?? [argument ?? {}]) {
      picture.jpeg = Uint8Array.fromBase64(picture.jpeg ?? '');
    }
    return Response.json(await FACE[method](argument));
  },
};`;

export interface FaceHost extends FaceMeasurer {
  /** The origin of the calling Worker, which forwards GET requests to the face Worker's fetch. */
  origin: string;
  stop: () => Promise<void>;
}

/**
 * @param folder the folder for the bundle
 * @param inspectorPort the port for the runtime's inspector, if one is wanted
 */
export async function startFaceHost(folder: string, inspectorPort?: number): Promise<FaceHost> {
  await copyFaceModels(join(ROOT, 'dist/face-models'));
  const { origin, stop } = await startBehindCaller({
    config: 'wrangler.face.toml',
    folder,
    worker: 'agate-face',
    binding: 'FACE',
    caller: CALLER,
    inspectorPort,
  });
  return { origin, ...callerOf(origin), stop };
}

function callerOf(origin: string): FaceMeasurer {
  const call = async <Answer>(method: keyof FaceMeasurer, argument?: unknown): Promise<Answer> => {
    const body = JSON.stringify([method, argument]);
    const send = () => fetch(origin, { method: 'POST', body });
    // A kept-alive connection may close while this process is busy drawing pictures, so a failed
    // request is retried. Repeating a measurement is harmless.
    const response = await send().catch(send);
    if (!response.ok) throw new Error(`The face Worker failed: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    health: () => call<{ ok: boolean }>('health'),
    measure: ({ pictures, ...request }: MeasureRequest) =>
      call<Measurement>('measure', {
        ...request,
        pictures: pictures.map((one) => ({
          ...one,
          jpeg: inBase64(one.jpeg),
        })),
      }),
    measurePortrait: ({ jpeg }) =>
      call<PortraitMeasurement>('measurePortrait', { jpeg: inBase64(jpeg) }),
    describePhoto: ({ jpeg }) => call<DescribedPhoto>('describePhoto', { jpeg: inBase64(jpeg) }),
  };
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Returns pictures as a page reveals them, with correct hashes. */
export async function revealed(
  nonce: string,
  jpegs: readonly Uint8Array<ArrayBuffer>[],
): Promise<RevealedPicture[]> {
  return Promise.all(
    jpegs.map(async (jpeg, i) => {
      const t = 100 * i;
      return { t, jpeg, hash: await hashPicture(nonce, { t, jpeg }) };
    }),
  );
}
