// Creates the router of one surface with its error rendering, validation and body limit.
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { limitBody, takeNothing } from './body.ts';
import { renderError } from './envelope.ts';
import { errorResponses } from './error-responses.ts';
import { rejectInvalid } from './validation.ts';

interface SurfaceOptions {
  /** Default: in the envelope. */
  renderThrown?: ErrorHandler<AppEnv>;
  /** Paths of routes that limit their bodies themselves. */
  ownLimit?: RegExp;
  /** A POST or PATCH whose contract has no body refuses the members of one (D-132). */
  exact?: boolean;
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
  exact = false,
}: SurfaceOptions = {}): OpenAPIHono<AppEnv> {
  const surface = new OpenAPIHono<AppEnv>({ defaultHook: rejectInvalid() });
  surface.use((c, next) => {
    c.set('renderThrown', renderThrown);
    return ownLimit?.test(c.req.path) === true ? next() : limitBody(c, next);
  });
  if (exact) takeNoUnknownBody(surface);
  return surface;
}

/** Bodies that are described refuse by their schemas; what has none is completed here, as it is registered. */
function takeNoUnknownBody(surface: OpenAPIHono<AppEnv>): void {
  type Register = (route: RouteConfig, ...more: unknown[]) => unknown;
  const register = surface.openapi as unknown as Register;
  const exactly: Register = (route, ...more) =>
    register(hasNoBody(route) ? withoutBody(route) : route, ...more);
  surface.openapi = exactly as unknown as typeof surface.openapi;
}

const hasNoBody = ({ method, request }: RouteConfig): boolean =>
  (method === 'post' || method === 'patch') && request?.body === undefined;

const withoutBody = (route: RouteConfig): RouteConfig => ({
  ...route,
  middleware: [route.middleware ?? [], takeNothing].flat(),
  responses: { ...errorResponses(400, 413), ...route.responses },
});
