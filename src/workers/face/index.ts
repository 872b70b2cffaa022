// Entry point of the face Worker, which measures faces in pictures and knows nothing about tenants
// or sessions. Only the service reaches it, through its binding FACE.
import { WorkerEntrypoint } from 'cloudflare:workers';
import wasm from '@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm';
import { startWasmBackend } from '../../vision/face/backend.ts';
import type {
  DescribedPhoto,
  FaceMeasurer,
  Measurement,
  MeasureRequest,
  PhotoRequest,
  PortraitMeasurement,
  PortraitRequest,
} from '../../vision/face/face-wire.ts';
import { FACERES_KERNELS } from '../../vision/face/faceres-net.ts';
import { faceKernels } from '../../vision/face/face-kernels.ts';
import { logIncident } from '../../log.ts';
import { nameDescriptorModel } from './descriptor-model.ts';
import { describePhoto } from './describe-photo.ts';
import { measurePictures } from './measure.ts';
import { measurePortrait } from './measure-portrait.ts';
import { type ModelFile, readModels } from './model-assets.ts';
import { HEAP_BYTES, loadNets, type Nets } from './nets.ts';
import ownKernels from './face-kernels.wasm';
import { PROGRAMS } from './programs.ts';

interface FaceEnv {
  /** The model files. */
  ASSETS: Fetcher;
}

interface Loaded {
  nets: Nets;
  /** Hexadecimal SHA-256 by file name, including the WebAssembly. */
  models: Record<string, string>;
  descriptorModel: string;
}

let loading: Promise<Loaded> | undefined;
let loaded: Loaded | undefined;

export default class FaceWorker extends WorkerEntrypoint<FaceEnv> implements FaceMeasurer {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  async measure(request: MeasureRequest): Promise<Measurement> {
    const { nets, models, descriptorModel } = await ready(this.env.ASSETS);
    return { pictures: await measurePictures(nets, request), models, descriptorModel };
  }

  async measurePortrait({ jpeg }: PortraitRequest): Promise<PortraitMeasurement> {
    const { nets, models } = await ready(this.env.ASSETS);
    return { portrait: measurePortrait(nets, jpeg), models };
  }

  async describePhoto({ jpeg }: PhotoRequest): Promise<DescribedPhoto> {
    const { nets, descriptorModel } = await ready(this.env.ASSETS);
    const photo = describePhoto(nets, jpeg);
    return photo.ok ? { ...photo, model: descriptorModel } : photo;
  }

  async health(): ReturnType<FaceMeasurer['health']> {
    try {
      const { descriptorModel, models } = await ready(this.env.ASSETS);
      return { ok: true, descriptorModel, models };
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('face_models_failed', { error: name });
      return { ok: false };
    }
  }
}

/**
 * Returns the models, loading them first if necessary. Every request that finds no loaded models
 * reads the files itself: a read ends when its request is cancelled, so no request may wait for
 * another's reads. The nets are built only once, because building them reads no files.
 */
async function ready(assets: Fetcher): Promise<Loaded> {
  if (loaded) return loaded;
  const files = await readModels(assets);
  loading ??= build(files).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  try {
    loaded = await loading;
    return loaded;
  } finally {
    // The files are freed immediately, because together they take up as much memory as the Worker
    // has left.
    for (const { bytes } of files.values()) bytes.transfer(0);
  }
}

async function build(files: ReadonlyMap<string, ModelFile>): Promise<Loaded> {
  await startWasmBackend(wasm, {
    initialBytes: HEAP_BYTES,
    kernels: [...FACERES_KERNELS, ...faceKernels(ownKernels)],
  });
  const nets = await loadNets(async (name) => {
    const file = files.get(name);
    if (!file) throw new Error(`No model file is called ${name}.`);
    return file.bytes;
  });
  const hashes = [...files].map(([name, { sha256 }]) => [name, sha256]);
  const ofNets = Object.fromEntries(hashes) as Record<string, string>;
  const descriptorModel = await nameDescriptorModel(ofNets);
  return { nets, models: { ...ofNets, ...PROGRAMS }, descriptorModel };
}
