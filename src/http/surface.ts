// Creates the router of one surface with its error rendering, validation and body limit.
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { limitBody, requireEmptyBody } from './body.ts';
import { renderError } from './envelope.ts';
import { errorResponses } from './error-responses.ts';
import { rejectInvalid } from './validation.ts';

interface SurfaceOptions {
  /** Default: renders errors in the envelope. */
  renderThrown?: ErrorHandler<AppEnv>;
  /** Paths of routes that limit their bodies themselves. */
  ownLimit?: RegExp;
  /** Whether a POST or PATCH whose contract has no body refuses a body that has members (D-132). */
  exact?: boolean;
}

/**
 * Refuses every method that an address has no route for, so that a route with `{id}` in place of
 * the address's last segment cannot match. Must be registered after the address's own routes and
 * before the route with `{id}`.
 */
export function refuseOtherMethods(surface: OpenAPIHono<AppEnv>, path: string): void {
  surface.all(path, (c) => c.notFound());
}

/**
 * Creates a router that renders every error in the surface's own way. Register routes before
 * mounting it.
 *
 * Errors are handled in app.ts, which calls `renderThrown`. If the router had its own `onError`,
 * Hono would run each of the router's handlers in a separate chain on every request, and a router
 * mounted inside it would need its own `onError` as well.
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

/**
 * Makes routes without a body refuse a body that has members, by adding a check when a route is
 * registered. If the contract describes a body, its schema already refuses unknown members.
 */
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
  middleware: [route.middleware ?? [], requireEmptyBody].flat(),
  responses: { ...errorResponses(400, 413), ...route.responses },
});
