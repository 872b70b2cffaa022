// The models that a check needs on the page, and their files. Other models are not loaded.
import { MODEL_FILES, type ModelName } from '../../../src/vision/face/model-files.ts';
import type { SessionView } from '../requests/wire.ts';
import type { Asset } from './downloads.ts';

/**
 * The models that a check needs. If pictures are measured at the edge, the page needs only the
 * face's position and pose, to guide the visitor; its own age estimates would decide nothing.
 */
export const netsOf = (view: Pick<SessionView, 'measured'> | undefined): readonly ModelName[] =>
  view?.measured === 'edge' ? ['blazeface', 'facemesh'] : ['blazeface', 'facemesh', 'age'];

/**
 * @param models the models' files
 * @returns the files of the needed models
 */
export function assetsOf(
  models: Readonly<Record<string, Asset>>,
  nets: readonly ModelName[],
): Record<string, Asset> {
  const files = nets.flatMap((net) => MODEL_FILES[net]);
  return Object.fromEntries(Object.entries(models).filter(([file]) => files.includes(file)));
}
