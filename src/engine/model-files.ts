// The nets' names and files as the npm packages ship them. The build copies them under hashed names
// (scripts/models.ts); a reader maps these names to wherever the copies are.

export type ModelName = 'blazeface' | 'facemesh' | 'age';

/** Reads one of the files of {@link MODEL_FILES} by that very name. Rejects when it cannot. */
export type ReadFile = (file: string) => Promise<ArrayBuffer>;

/** Per net: the description first, then the weights. */
export const MODEL_FILES: Record<ModelName, readonly [description: string, weights: string]> = {
  blazeface: ['blazeface.json', 'blazeface.bin'],
  facemesh: ['facemesh.json', 'facemesh.bin'],
  age: ['age_gender_model-weights_manifest.json', 'age_gender_model.bin'],
};
