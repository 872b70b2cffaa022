// Creates the router of one surface with its error rendering, validation and body limit.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { limitBody } from './body.ts';
import { renderError } from './envelope.ts';
import { rejectInvalid } from './validation.ts';

interface SurfaceOptions {
  /** Default: in the envelope. */
  renderThrown?: ErrorHandler<AppEnv>;
  /** Paths of routes that limit their bodies themselves. */
  ownLimit?: RegExp;
}

/**
 * Ends what an address serves, where another route's `{id}` would match its last part and take other methods. After the address's own
 * routes, before that route.
 */
export function closeAddress(surface: OpenAPIHono<AppEnv>, path: string): void {
  surface.all(path, (c) => c.notFound());
}

/**
 * A router that renders every error in its own way. Register routes before mounting it.
 *
 * app.ts calls `renderThrown`. An `onError` of the router's own would make Hono run each of its handlers in a chain of its own, on
 * every request; a router inside one that has an `onError` needs one all the same.
 */
export function createSurface({
  renderThrown = renderError,
  ownLimit,
}: SurfaceOptions = {}): OpenAPIHono<AppEnv> {
  const surface = new OpenAPIHono<AppEnv>({ defaultHook: rejectInvalid() });
  surface.use((c, next) => {
    c.set('renderThrown', renderThrown);
    return ownLimit?.test(c.req.path) === true ? next() : limitBody(c, next);
  });
  return surface;
}
