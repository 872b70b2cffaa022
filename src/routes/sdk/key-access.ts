// Access control: the routes for backends require a secret key; the routes for a customer's pages
// accept any key.
import { requireApiKey } from '../../http/auth/api-key.ts';
import { bindToEmbedOrigins } from '../../http/embed-origin.ts';
import { limitReads } from '../../http/volume-limit.ts';

export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

export const forBackends = [requireApiKey('secret'), limitReads];
export const forPages = [requireApiKey('any'), bindToEmbedOrigins, limitReads];
