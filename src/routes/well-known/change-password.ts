// The address to which password managers send people to change their password (W3C, "A Well-Known
// URL for Changing Passwords").
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';

export function registerChangePassword(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/change-password', (c) => c.redirect('/account/security', 302));
}
