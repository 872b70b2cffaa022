// Creates the router of one surface with its error rendering, validation and body limit.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './app-env.ts';
import { limitBody } from './body.ts';
import { renderError } from './envelope.ts';
import { rejectInvalid } from './validation.ts';

/**
 * A router that renders every error in the envelope. Register routes before mounting it.
 * @param ownLimit paths of routes that limit their bodies themselves
 */
export function createSurface(ownLimit?: RegExp): OpenAPIHono<AppEnv> {
  const surface = new OpenAPIHono<AppEnv>({ defaultHook: rejectInvalid() });
  surface.onError(renderError);
  surface.use((c, next) => (ownLimit?.test(c.req.path) === true ? next() : limitBody(c, next)));
  return surface;
}
