// Volume limits by the platform's Rate Limiting binding: no hop, counted per location (decisions 6).
import { createMiddleware } from 'hono/factory';
import type { VolumeName } from '../context.ts';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import type { Context as HonoContext } from 'hono';

/** The figures of wrangler.toml's [[ratelimits]], repeated for the headers; a test keeps them alike. */
export const VOLUME_LIMITS = {
  init: { limit: 6_000, windowSeconds: 60 },
  result: { limit: 12_000, windowSeconds: 60 },
  hosted: { limit: 240, windowSeconds: 60 },
} as const satisfies Record<VolumeName, { limit: number; windowSeconds: number }>;

/** @param keyOf whom the limit counts */
export function limitVolume(name: VolumeName, keyOf: (c: HonoContext<AppEnv>) => string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { success } = await c.get('ctx').volume[name].limit({ key: keyOf(c) });
    if (!success)
      throw new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please slow down.', {
        refusal: {
          policy: name,
          retryAfterSeconds: VOLUME_LIMITS[name].windowSeconds,
          ...VOLUME_LIMITS[name],
        },
      });
    await next();
  });
}
