// The names of the networks, and their files as named in the npm packages. The build copies the
// files under hashed names (scripts/models.ts); a ReadFile maps the original names to the copies.

export type ModelName = 'blazeface' | 'facemesh' | 'age' | 'faceres';

/** Reads one of the files of {@link MODEL_FILES} by name. Rejects when the file cannot be read. */
export type ReadFile = (file: string) => Promise<ArrayBuffer>;

/** The files of each network: the description, then the weights. */
export const MODEL_FILES: Record<ModelName, readonly [description: string, weights: string]> = {
  blazeface: ['blazeface.json', 'blazeface.bin'],
  facemesh: ['facemesh.json', 'facemesh.bin'],
  age: ['age_gender_model-weights_manifest.json', 'age_gender_model.bin'],
  faceres: ['faceres.json', 'faceres.bin'],
};
