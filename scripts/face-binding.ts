// Whether wrangler.toml binds the face Worker: then it is started and deployed with the service.
import { readFileSync } from 'node:fs';

export const FACE_CONFIG = 'wrangler.face.toml';

/** @param configuration of the service */
export function bindsFaceWorker(configuration = readFileSync('wrangler.toml', 'utf8')): boolean {
  return /^\s*binding\s*=\s*(["'])FACE\1/m.test(configuration);
}

/** In this order, since a Worker that is bound must be there first. @param configuration of the service */
export function configsToDeploy(configuration?: string): string[] {
  return [...(bindsFaceWorker(configuration) ? [FACE_CONFIG] : []), 'wrangler.toml'];
}
