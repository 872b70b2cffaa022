// Whether wrangler.toml binds the face Worker: then it is started and deployed with the service.
import { readFileSync } from 'node:fs';

export const FACE_CONFIG = 'wrangler.face.toml';

export function bindsFaceWorker(): boolean {
  return /^binding = "FACE"$/m.test(readFileSync('wrangler.toml', 'utf8'));
}
