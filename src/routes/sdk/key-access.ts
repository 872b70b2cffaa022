// Access control: all routes require a secret key, except the routes for pages.
import { requireApiKey } from '../../http/auth/api-key.ts';
import { bindToEmbedOrigins } from '../../http/embed-origin.ts';
import { limitReads } from '../../http/volume-limit.ts';

export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

export const forBackends = [requireApiKey('secret'), limitReads];
export const forPages = [requireApiKey('any'), bindToEmbedOrigins, limitReads];
