// Loads the networks of the face Worker, which has little spare memory: the largest, faceres, is
// loaded as soon as the mesh has provided the points that its first run needs. Each network runs
// once on a grey picture, after which memory that was needed only for loading is returned to the
// heap.
import { AgeNet } from '../../vision/face/age-net.ts';
import { FaceDetector } from '../../vision/face/detector.ts';
import { FaceresNet } from '../../vision/face/faceres-net.ts';
import type { Point3 } from '../../vision/face/geometry.ts';
import { MeshModel } from '../../vision/face/mesh.ts';
import { MODEL_FILES, type ReadFile } from '../../vision/face/model-files.ts';
import type { Picture } from '../../vision/face/picture.ts';

export interface Nets {
  detector: FaceDetector;
  mesh: MeshModel;
  age: AgeNet;
  faceres: FaceresNet;
}

/** Tests with smaller heaps showed that 47 MB is enough for every path through a check. */
export const HEAP_BYTES = 49 * 1024 * 1024;

/** All files that the networks need. */
export const NET_FILES: readonly string[] = Object.values(MODEL_FILES).flat();

const EDGE = 64;
const GREY: Picture = {
  data: new Uint8Array(EDGE * EDGE * 4).fill(128),
  width: EDGE,
  height: EDGE,
};
const EVERYWHERE = { cx: EDGE / 2, cy: EDGE / 2, side: EDGE, angle: 0 };

/**
 * Requires a running wasm backend with the kernels in FACERES_KERNELS.
 * @throws when a file is not the expected model
 */
export async function loadNets(read: ReadFile): Promise<Nets> {
  const mesh = await MeshModel.load(read);
  const { points } = mesh.measure(GREY, EVERYWHERE);
  const faceres = await loadFaceres(read, points);
  mesh.freeFilters();
  const detector = await FaceDetector.load(read);
  // The detector's filters are kept: its input varies with the shape of the picture, and a new
  // shape may need the filters again.
  detector.detect(GREY, 'thorough');
  const age = await AgeNet.load(read);
  age.estimate(GREY, EVERYWHERE);
  age.freeFilters();
  return { detector, mesh, age, faceres };
}

async function loadFaceres(read: ReadFile, points: readonly Point3[]): Promise<FaceresNet> {
  const faceres = await FaceresNet.load(read);
  faceres.describeWithAge(GREY, points);
  faceres.freeFilters();
  return faceres;
}
