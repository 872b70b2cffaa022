// The routes of a group in the API description, for tests that cover every route.
import { expect } from 'vitest';
import { app } from '../../../src/app.ts';
import type { Reply } from '../customer/api.ts';

/**
 * @param group the group's path, such as `/admin/v1`
 * @returns routes such as `GET /accounts/{id}`, relative to the group
 */
export function describedRoutes(group: string): string[] {
  return app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route' || !definition.route.path.startsWith(group)) return [];
    const path = definition.route.path.slice(group.length).replace(/\/$/, '');
    return [`${definition.route.method.toUpperCase()} ${path}`];
  });
}

/**
 * Expects every route to respond with 401 and a `WWW-Authenticate` challenge.
 * @param send calls one route, without an access token if none is passed
 */
export async function expectUnauthorized(
  routes: readonly (readonly [route: string, right: string])[],
  send: (route: string, token: string | undefined) => Promise<Reply>,
): Promise<void> {
  for (const [route] of routes) {
    const { status, body, headers } = await send(route, undefined);
    expect([route, status, body.error?.code]).toEqual([route, 401, 'UNAUTHORIZED']);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
  }
}
