// Public pages of an installation: the front page, the status page, and files for crawlers.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';
import { renderErrorAsWanted } from '../../http/pages/error-page.tsx';
import { registerFrontPage } from './front.tsx';
import { registerRobots } from './robots.ts';
import { registerStatus } from './status.tsx';

/** Paths of these pages, to distinguish a wrong method from an unknown address. */
export const FRONT_PATHS = ['/', '/status', '/robots.txt', '/llms.txt'] as const;

export const front = new OpenAPIHono<AppEnv>();
front.onError(renderErrorAsWanted);
registerFrontPage(front);
registerStatus(front);
registerRobots(front);
